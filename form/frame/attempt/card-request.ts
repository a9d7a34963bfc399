import type { FormApi } from '../session/api.ts'
import type { Reply } from '../session/call.ts'
import { toDigits } from '../../../spec/lib/digits.ts'
import { encryptCard } from '../card/encrypt-card.ts'
import { parseExpiry } from '../card/expiry.ts'
import type { FieldValues } from '../fields/fields.ts'
import type { AttemptRequest, EncryptionKey, FormSession } from '../session/form-session.ts'
import { tidyCode, tidyEmail } from '../typing/tidy-text.ts'

export interface CardRequests {
  /** Fetches the key while the customer is still typing. */
  prefetchKey(): void
  /** Encrypts the content of the fields, with a new nonce each time. Null: the key could not be fetched. */
  prepare(session: FormSession): Promise<AttemptRequest | null>
}

/** `chosenNetwork`: what the customer of a co-badged card chose. `shopOrigin`: of the page around the frame. */
export function cardRequests(
  api: FormApi,
  valuesOf: () => FieldValues,
  chosenNetwork: () => string | undefined,
  shopOrigin: string,
): CardRequests {
  let key: Promise<Reply<EncryptionKey>> | undefined
  return {
    prefetchKey() {
      key ??= api.readEncryptionKey()
    },
    async prepare(session) {
      let reply = await (key ?? api.readEncryptionKey())
      // A prefetch may have failed for a reason that has passed.
      if (reply.kind !== 'ok') reply = await api.readEncryptionKey()
      // The next attempt fetches a new key, because this one may be the reason for a refusal.
      key = undefined
      if (reply.kind !== 'ok') return null
      const card_network = chosenNetwork()
      const request = await encryptedRequest(reply.body, session, valuesOf(), api.now())
      const browser = browserOf(shopOrigin)
      return { ...request, ...(card_network && { card_network }), ...(browser && { browser }) }
    },
  }
}

/** What 3-D Secure 2 asks about the browser. Undefined: the browser hides it. The payment must not fail for it. */
function browserOf(shopOrigin: string): AttemptRequest['browser'] {
  const { colorDepth: color_depth, width: screen_width, height: screen_height } = screen
  // Some browsers add a system's suffix, as in `en-US@posix`.
  const [language] = /^[a-z\d]+(-[a-z\d]+)*/i.exec(navigator.language) ?? []
  if (
    !language ||
    language.length > 35 ||
    [color_depth, screen_width, screen_height].some((size) => !Number.isInteger(size))
  )
    return undefined
  const time_zone_offset = new Date().getTimezoneOffset()
  // A page from a file, or in a sandbox, has the origin `null`. The contract takes no other characters.
  const known = /^https?:\/\/[a-z\d.:[\]-]+$/.test(shopOrigin) && { page_origin: shopOrigin }
  return { color_depth, screen_width, screen_height, time_zone_offset, language, ...known }
}

async function encryptedRequest(
  key: EncryptionKey,
  session: FormSession,
  values: FieldValues,
  now: Date,
): Promise<AttemptRequest> {
  const expiry = parseExpiry(values.expiry, now)
  if (expiry.kind !== 'valid') throw new Error('Bug: a card is sent only after its fields were checked')
  const card = {
    number: toDigits(values.number),
    exp_month: expiry.month,
    exp_year: expiry.year,
    cvc: toDigits(values.code),
    name: values.name.trim(),
  }
  const { line1, line2, city, state, country } = values
  const asked = { line1, line2, city, state, postal_code: tidyCode(values.postal_code), country }
  const filled = Object.entries(asked).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
  const address = Object.fromEntries(filled) as NonNullable<AttemptRequest['billing_address']>
  return {
    encrypted_card: await encryptCard(card, key, session.id, now.getTime() / 1000),
    ...(session.needs.email && { email: tidyEmail(values.email) }),
    ...(session.needs.billing_address && { billing_address: address }),
  }
}
