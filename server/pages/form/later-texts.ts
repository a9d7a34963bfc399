import { createHash } from 'node:crypto'
import { sentences, withoutCharge } from '../../../form/texts/fill.ts'
import { languages } from '../../../form/texts/languages.ts'
import type { FormTexts, Texts } from '../../../form/texts/texts.ts'
import {
  hashedCachingOf,
  replyWithAsset,
  storeText,
  type StoredReply,
  type StoredRequest,
  type StoredText,
} from '../replies/stored-reply.ts'
import { formatsAddress, genericLabels } from './address-formats.ts'
import type { FormAssets } from './form-assets.ts'

/** Where the form is: in a shop's page, or on our page of a checkout or a payment link. */
export type Place = 'checkout' | 'link' | 'shop'

/** Only on the hosted page is the shop elsewhere, so that the form can send the customer there. */
function textsAt(place: Place, all: Texts): FormTexts {
  const { live, link, hosted, embedded, receipt, trust, shell } = all
  const texts = {
    ...live,
    receipt: { ...receipt, questions: trust.questions },
    onward: hosted.continueToShop,
    paidTo: hosted.paidTo,
    alreadyPaid: { paidTitle: link.paidTitle, paid: link.paid, paidWithoutName: link.paidWithoutName },
    notCharged: link.notCharged,
    bankPage: shell.bankPage,
    otherCard: shell.otherCard,
    addressLabels: genericLabels(all),
    addressFormats: formatsAddress(all),
  }
  if (place === 'checkout') return { ...texts, notCharged: withoutCharge(texts.expired, link) }
  if (place === 'link') return { ...texts, failed: link.checkoutFailed, expired: link.checkoutExpired }
  const { startAgain, returning } = embedded
  return {
    ...texts,
    failed: sentences(link.checkoutFailed, startAgain),
    expired: sentences(link.checkoutExpired, startAgain),
    notCharged: sentences(link.notCharged, startAgain),
    invalidLink: sentences(embedded.unknown, startAgain),
    returning,
    onward: embedded.onward,
    startAgain: link.startAgain,
  }
}

/** The texts of the form in two parts: those that the first script uses, and the others. */
export function formTexts(place: Place, texts: Texts, assets: FormAssets): { first: object; later: object } {
  const parts = Map.groupBy(Object.entries(textsAt(place, texts)), ([key]) => assets.firstScriptUses(key))
  return { first: Object.fromEntries(parts.get(true) ?? []), later: Object.fromEntries(parts.get(false) ?? []) }
}

function scriptOf(place: Place, texts: Texts, assets: FormAssets): string {
  return `servicePayTexts=${JSON.stringify(formTexts(place, texts, assets).later)}`
}

/** Address of the script with the texts of the second part, relative to the frame's document. */
export function laterTextsAddress(place: Place, texts: Texts, assets: FormAssets): string {
  const hash = createHash('sha256')
    .update(scriptOf(place, texts, assets))
    .digest('hex')
    .slice(0, 16)
  return `assets/texts-${place}-${texts.language}.${hash}.js`
}

/** By place and language. There are no more than these. */
const stored = new WeakMap<FormAssets, Map<string, Promise<StoredText>>>()

/** `GET /v1/form/assets/texts-….js`. Null: 404. A name of another release gets the current texts, uncached. */
export async function serveLaterTexts(
  assets: FormAssets,
  name: string,
  request: StoredRequest,
): Promise<StoredReply | null> {
  const [, place, language = ''] = /^texts-(checkout|link|shop)-([a-z]{2})\.[0-9a-f]{16}\.js$/.exec(name) ?? []
  const texts = Object.hasOwn(languages, language) ? languages[language] : undefined
  if (!place || !texts) return null
  const known = stored.get(assets) ?? new Map<string, Promise<StoredText>>()
  stored.set(assets, known)
  const content = known.get(place + language) ?? storeText(scriptOf(place as Place, texts, assets), 9)
  known.set(place + language, content)
  const isCurrent = name.includes((await content).hash)
  return replyWithAsset(await content, request, 'text/javascript', hashedCachingOf(isCurrent))
}
