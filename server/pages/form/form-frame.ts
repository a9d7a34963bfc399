import { amountStyleOf, type AmountStyle } from '../../../form/amount-style.ts'
import { textsFor } from '../../../form/texts/languages.ts'
import {
  genericFields,
  type AddressField,
  type AddressFieldName,
  type AddressFormat,
} from '../../../form/address-format.ts'
import type { ShellTexts, Texts } from '../../../form/texts/texts.ts'
import { memoized } from '../../domain/memory.ts'
import { currencies } from '../../domain/money/amounts.ts'
import { dataBlock, html, verbatim, type Markup, type PageReply } from '../../markup/html.ts'
import { addressFormat, genericLabels, likelyCountry } from './address-formats.ts'
import type { FormAssets } from './form-assets.ts'
import { formTexts, laterTextsAddress, type Place } from './later-texts.ts'
import { isolation } from '../replies/isolation.ts'
import { preferredLocale } from '../../../form/texts/preferred-locale.ts'

/** Query of `GET /v1/form/frame`, as the loader writes it. Unknown parameters and values are ignored. */
export interface FormFrameQuery {
  /** Language tags in the order of preference, separated by commas. */
  readonly locale?: string | undefined
  readonly theme?: string | undefined
  /** `checkout` or `link` on our own pages, which show amount and description themselves. */
  readonly place?: string | undefined
  /** `fields`: without amount and description. */
  readonly layout?: string | undefined
  /** `true`: the page around the form is its ground. */
  readonly bare?: string | undefined
  /** `true` in a page with an embedder policy (COEP), which loads no document without one. */
  readonly isolated?: string | undefined
}

/** The document is the same for every session: the client secret arrives by message, never in an address. */
const caching = 'public, max-age=60'

/** The document inside the iframe: all markup and texts of one language, so that the script only has to fill it in. */
export function renderFormFrame(query: FormFrameQuery, assets: FormAssets): PageReply {
  const { texts, locale } = languageOf(query)
  const theme = themeOf(query)
  const place = placeOf(query)
  const isBadgeBelow = place === 'shop' && hasFieldsAlone(query)
  const format = addressFormat(likelyCountry(locale), texts)
  const data = {
    locale,
    ...(isIsolated(query) && { isolated: true }),
    money: amountStyleIn(locale),
    texts: formTexts(place, texts, assets).first,
    laterTexts: laterTextsAddress(place, texts, assets),
    laterScript: `assets/${assets.laterScript.name}`,
    appearance: `assets/${assets.appearanceScript.name}`,
    country: format?.country ?? '',
  }
  const document = html`
    <!doctype html>
    <html lang="${locale}" dir="${texts.direction}" data-theme="${theme}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${texts.shell.title}</title>
        <style>${verbatim(assets.frameStyle.css)}</style>
      </head>
      <body>
        <main id="frame"${isBare(query) && verbatim(' class="bare"')}>
          <h1 class="visually-hidden">${texts.shell.title}</h1>
          ${summary(texts.shell, isBadgeBelow || place !== 'shop', !isBadgeBelow)}
          <noscript>${texts.shell.withoutScript}</noscript>
          ${cardForm(texts, format, locale, isBadgeBelow)}
          ${outcome(texts.shell)}
        </main>
        ${dataBlock('page-data', data)}
        <script>${verbatim(assets.frameScript.plain.toString())}</script>
      </body>
    </html>
  `
  return { status: 200, headers: { ...frameHeaders(assets), ...(isIsolated(query) && isolation) }, body: document.text }
}

/** Reading a style takes milliseconds. There are about 300 locales. */
const amountStyleIn = memoized((locale: string): AmountStyle => amountStyleOf(locale, currencies))

/** A key that is equal for queries that get the same document. */
export function frameVariant(query: FormFrameQuery): string {
  return [
    languageOf(query).locale,
    themeOf(query),
    placeOf(query),
    hasFieldsAlone(query),
    isBare(query),
    isIsolated(query),
  ].join()
}

/** Drops the parts of a language tag that change nothing, so that the number of different documents stays small. */
function languageOf(query: FormFrameQuery): { readonly texts: Texts; readonly locale: string } {
  const { texts, locale } = textsFor(preferredLocale(query.locale))
  return { texts, locale: new Intl.NumberFormat(locale).resolvedOptions().locale }
}

function themeOf({ theme }: FormFrameQuery): 'light' | 'dark' {
  return theme === 'dark' ? theme : 'light'
}

function hasFieldsAlone({ layout }: FormFrameQuery): boolean {
  return layout === 'fields'
}

function isBare({ bare }: FormFrameQuery): boolean {
  return bare === 'true'
}

function isIsolated({ isolated }: FormFrameQuery): boolean {
  return isolated === 'true'
}

function placeOf({ place }: FormFrameQuery): Place {
  return place === 'checkout' || place === 'link' ? place : 'shop'
}

/** Allows our own script, style and requests to ourselves, nothing else. Any page may frame the form. */
function frameHeaders(assets: FormAssets): PageReply['headers'] {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${assets.frameScriptHash}`,
    `style-src ${assets.frameStyle.cspHash} ${assets.laterStyleHash}`,
    "connect-src 'self'",
    // Our page in which the bank recognises the device.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': caching,
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

function summary(texts: ShellTexts, isHidden: boolean, hasBadge: boolean): Markup {
  return html`
    <div${isHidden && verbatim(' hidden')}>
      <div class="summary" id="summary">
        <p class="amount" id="amount"></p>
        ${hasBadge && testBadge(texts)}
        <p class="description" id="description"></p>
      </div>
    </div>
  `
}

function testBadge({ testMode }: ShellTexts): Markup {
  return html`<span class="badge" id="test" hidden>${testMode}</span>`
}

const lock = html`
  <svg viewBox="0 0 12 14" width="10" aria-hidden="true">
    <path d="M2 6V4a4 4 0 018 0v2h1v7H1V6zm2 0h4V4a2 2 0 00-4 0z"/>
  </svg>
`

/**
 * One form in one document, because browsers autofill a card only where all its fields share a form. Without a summary,
 * the form has the badge of a test below the button.
 */
function cardForm(all: Texts, format: AddressFormat | null, locale: string, hasBadge: boolean): Markup {
  const { shell: texts, trust } = all
  const digits = 'inputmode="numeric" class="numeric" dir="ltr"'
  const fields = [
    field('email', texts.email, 'type="email" autocomplete="email" maxlength="254"', { isHidden: true }),
    field('number', texts.cardNumber, `${digits} autocomplete="cc-number"`, {
      hintIds: 'brand',
      hint: html`<span class="visually-hidden" id="brand"></span>`,
      marksId: 'marks',
    }),
    field('expiry', texts.expiry, `${digits} autocomplete="cc-exp" placeholder="${texts.expiryPattern}"`, {
      isHalf: true,
    }),
    field('code', texts.code, `${digits} autocomplete="cc-csc" maxlength="4"`, {
      hintIds: 'code-hint',
      hint: html`<span class="visually-hidden" id="code-hint">${texts.codeHint}</span>`,
      marksId: 'code-mark',
      isHalf: true,
    }),
    field('name', texts.name, 'autocomplete="cc-name" maxlength="90"'),
    addressFields(all, format, locale),
  ]
  return html`
    <form id="card" method="post" novalidate spellcheck="false" autocapitalize="words">
      <fieldset id="fields" disabled>${fields}</fieldset>
      <div class="alert" id="alert" role="alert"></div>
      <div id="status" role="status"><span id="status-text"></span></div>
      <div id="loading">${loading(texts)}</div>
      <button id="pay" hidden></button>
      <p class="safe">${lock}${trust.encrypted} ${hasBadge && testBadge(texts)}</p>
    </form>
  `
}

/** In the place of the button: what is loading, and after some seconds that it is still loading. */
export function loading(texts: ShellTexts): Markup {
  return html`<p class="wait" role="status"><span>${texts.loading}</span><span>${texts.stillLoading}</span></p>`
}

interface FieldExtras {
  /** Beside the label, and read out with the field: `hintIds` names its element. */
  readonly hint?: Markup
  readonly hintIds?: string
  readonly isHalf?: boolean
  /** The place for pictures at the end of the field, which the second script draws. */
  readonly marksId?: string
  /** Until the session is known, for a field that not every session needs. */
  readonly isHidden?: boolean
  readonly isOptional?: boolean
}

/** `attributes` is our own markup and is not escaped. */
function field(name: string, label: string, attributes: string, extras: FieldExtras = {}): Markup {
  const { hint, hintIds, isHalf, marksId, isHidden, isOptional } = extras
  const required = verbatim(isOptional ? '' : ' required')
  const describedBy = `${hintIds ? `${hintIds} ` : ''}${name}-error`
  return html`
    <div class="field${isHalf && verbatim(' half')}" id="${name}-field"${isHidden && verbatim(' hidden')}>
      <label for="${name}">${label}</label>
      ${hint}
      <input id="${name}" name="${name}" ${verbatim(attributes)}${required} aria-describedby="${describedBy}">
      ${marksId && html`<span class="marks" id="${marksId}"></span>`}
      <p class="error" id="${name}-error"></p>
    </div>
  `
}

const addressAttributes: Readonly<Record<AddressFieldName, string>> = {
  line1: 'autocomplete="billing address-line1" maxlength="255"',
  line2: 'autocomplete="billing address-line2" maxlength="255"',
  city: 'autocomplete="billing address-level2" maxlength="255"',
  state: 'autocomplete="billing address-level1"',
  postal_code: 'autocomplete="billing postal-code" maxlength="32" autocapitalize="characters"',
}

/** As the country of most readers writes addresses. The second script rearranges them for another country. */
function addressFields(all: Texts, format: AddressFormat | null, locale: string): Markup {
  const { shell: texts, address } = all
  const shown = format?.fields ?? genericFields(genericLabels(all))
  const hidden = addressFieldNames.filter((name) => !shown.some((field) => field.name === name))
  const fields = [...shown, ...hidden.map((name): AddressField => ({ name, label: '' }))].map(
    ({ name, label, required = false, half = false }, at) => {
      const extras = { isHalf: half, isHidden: at >= shown.length, isOptional: !required }
      return name === 'state'
        ? choice(name, label, addressAttributes[name], option('', address.choose), extras)
        : field(name, label, addressAttributes[name], extras)
    },
  )
  return html`
    <div id="address" hidden role="group" aria-labelledby="billing">
      <p class="legend" id="billing">${texts.billingAddress}</p>
      ${choice('country', texts.country, 'autocomplete="billing country"', [
        option('', texts.chooseCountry),
        ...(format ? [option(format.country, countryName(format.country, locale), true)] : []),
      ])}
      ${fields}
    </div>
  `
}

const addressFieldNames = Object.keys(addressAttributes) as readonly AddressFieldName[]

function countryName(country: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
}

/** A list, to which the second script adds the other entries. */
function choice(
  name: string,
  label: string,
  attributes: string,
  options: Markup | readonly Markup[],
  { isHalf, isHidden }: FieldExtras = {},
): Markup {
  return html`
    <div class="field${isHalf && verbatim(' half')}" id="${name}-field"${isHidden && verbatim(' hidden')}>
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}" ${verbatim(attributes)} required aria-describedby="${name}-error">
        ${options}
      </select>
      <i></i>
      <p class="error" id="${name}-error"></p>
    </div>
  `
}

function option(value: string, text: string, isSelected = false): Markup {
  return html`<option value="${value}"${isSelected && verbatim(' selected')}>${text}</option>`
}

function outcome(texts: ShellTexts): Markup {
  return html`
    <div role="status">
      <div class="outcome" id="outcome" tabindex="-1" hidden>
        <span class="mark" aria-hidden="true"></span>
        <h2 id="outcome-title"></h2>
        <p id="outcome-text"></p>
        <button type="button" id="retry" hidden>${texts.tryAgain}</button>
      </div>
    </div>
  `
}
