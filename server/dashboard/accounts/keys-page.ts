import { createKey, isKeyWorking } from '../../flows/accounts/change-keys.ts'
import {
  endEarlierItem,
  endEarlierKeys,
  findEarlierKeys,
  keepEarlierKeys,
  linksShown,
  thankYouName,
} from '../../flows/accounts/earlier-keys.ts'
import { accessLabel, keyKinds, type KeyKind } from '../../domain/accounts/key-access.ts'
import { startOfDay } from '../../domain/time/calendar-days.ts'
import { readNetworks } from '../../engines/networks/networks.ts'
import { tag } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listSecretKeys, type SecretKeyRecord } from '../../store/accounts/secret-keys.ts'
import { notADay } from '../shell/day-range.ts'
import { section, table, time } from '../shell/format.ts'
import { formAround, renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  secretShown,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Problem,
} from '../shell/page.ts'
import { withPassword } from '../shell/with-password.ts'

/** When the list marks a key as one that ends soon: no roll leaves a key longer. */
const soonMs = 7 * 24 * 3600_000

/** How many keys that no longer work the page shows. */
const endedShown = 20

export const keyName: Field = {
  label: 'Name',
  type: 'text',
  max: 60,
  isKey: true,
  hint: 'Where you use it, like “web shop” or “accounting”.',
}

const create = withPassword({
  name: 'create',
  button: 'Create a key',
  fields: {
    name: keyName,
    access: {
      label: 'It may do',
      type: 'select',
      required: true,
      options: Object.entries(keyKinds).map(([kind, { label }]) => [kind, label] as const),
    },
    ends: { label: 'Last day', type: 'date', max: 10, hint: 'Empty: it works until you roll or revoke it.' },
    networks: {
      label: 'Only from these networks',
      type: 'text',
      max: 1000,
      isKey: true,
      hint: 'IP addresses or ranges like 203.0.113.0/24, separated by commas. Empty: from everywhere.',
    },
  },
  submit: async ({ context, caller, scope, merchant }, { name = '', access = '', ends = '', networks = '' }) => {
    const from = readNetworks(networks)
    const expiresAt = ends === '' ? null : startOfDay(ends, merchant.time_zone, 1)
    const errors = {
      ...('error' in from && { networks: from.error }),
      ...(ends !== '' && !expiresAt && { ends: notADay }),
      ...(expiresAt && expiresAt <= context.clock.now() && { ends: 'This day is over.' }),
    }
    if ('error' in from || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
    const { permissions } = keyKinds[access as KeyKind]
    const wanted = { name: name || null, access: { permissions, networks: from.networks }, expiresAt }
    const made = await createKey(context, caller, scope, wanted)
    if (made.kind === 'refused') return noKeyMade(made.message)
    return newKeyShown(made.secret, 'The new key works now.')
  },
})

const endEarlier: MemberForm = {
  name: 'end-earlier',
  button: 'End all of them',
  danger: true,
  confirm: 'End all keys, addresses and payment links from before?',
  fields: {},
  submit: async ({ context, caller, member, login }) => {
    const { keys, isDone } = await endEarlierKeys(context, caller, { member, loginId: login.id })
    const ended = keys === 1 ? 'One key has ended.' : `${keys} keys have ended.`
    return {
      kind: 'done',
      notice: { message: isDone ? ended : `${ended} Some payment links are left: please continue.` },
    }
  },
}

const endOne: MemberForm = {
  name: 'end-one',
  button: 'End',
  danger: true,
  fields: { item: { label: 'What ends', type: 'hidden', required: true, max: 40 } },
  submit: async ({ context, caller, member }, { item = '' }) => {
    const isEnded = await endEarlierItem(context, caller, member, item)
    return { kind: 'done', notice: { message: isEnded ? 'It has ended.' : 'It had already ended.' } }
  },
}

const keepEarlier: MemberForm = {
  name: 'keep-earlier',
  button: 'I recognise the rest: keep it',
  fields: {},
  submit: async ({ context, member }) => {
    await keepEarlierKeys(context, member)
    return { kind: 'done', notice: { message: 'The keys keep working.' } }
  },
}

/** Asks about keys, addresses and links that somebody else may have made. */
async function earlierKeys(visit: MemberVisit): Promise<Markup | null> {
  const { context, member, merchant } = visit
  const found = await findEarlierKeys(context, context.db, member)
  if (!found) return null
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const end = (item: string, what: string): Markup =>
    html`<button class="danger" name="item" value="${item}" aria-label="End ${what}">End</button>`
  const inMode = (livemode: boolean, path: string, text: Markup | string): Markup =>
    html`<a href="/dashboard/${livemode ? 'live' : 'test'}/${path}">${text}</a>`
  const keys = [...found.own, ...found.unclaimed].map((key) => {
    const text = html`<code>${keyText(key)}</code>`
    const isOwn = key.merchant_id === member.merchant_id
    return [
      isOwn ? inMode(key.livemode, `keys/${key.id}`, text) : text,
      isOwn ? 'This account' : key.merchant_id,
      at(key.created_at),
      key.last_used_at ? at(key.last_used_at) : 'Never',
      end(key.id, keyText(key)),
    ]
  })
  const addresses = [
    ...found.endpoints.map(({ id, url, livemode, created_at }) => [
      inMode(livemode, 'webhooks', html`<code>${url}</code>`),
      `Webhooks, ${modeOf(livemode)}`,
      at(created_at),
      end(id, url),
    ]),
    ...found.thankYouUrls.map(({ url, livemode }) => [
      inMode(livemode, 'settings/checkout', html`<code>${url}</code>`),
      `After paying, ${modeOf(livemode)}`,
      '',
      end(thankYouName(livemode), url),
    ]),
  ]
  const links = found.links.map(({ id, code, livemode, description, success_url, created_at }) => [
    inMode(livemode, `links/${id}`, description === '' ? code : description),
    modeOf(livemode),
    success_url === null ? '' : html`<code>${success_url}</code>`,
    at(created_at),
    end(id, description === '' ? code : description),
  ])
  const lead = html`
    <p>
      These were created before you joined the account with ${member.email}, or before you confirmed this address, or
      with a key from that time. If you did not create them, somebody else may be using them: end them all, or one by
      one. If you end them all, earlier sign-ins end too. You can use the rest of the dashboard once you have decided.
    </p>
  `
  const held = html`
    <p class="note">
      Until then, we send no webhooks and the account gets no live access. The keys and links below keep working, and
      open checkouts stay open.
    </p>
  `
  const tables = html`
    ${keys.length > 0 && table('Earlier keys', ['Key', 'Account', 'Created', 'Last used', ''], keys)}
    ${addresses.length > 0 && table('Earlier addresses', ['Address', 'For', 'Set', ''], addresses)}
    ${links.length > 0 && table('Payment links', ['For', 'Mode', 'Thank-you address', 'Created', ''], links)}
    ${links.length >= linksShown && html`<p class="hint">There may be more links than those shown here.</p>`}
  `
  return section(
    'earlier-keys',
    'Are these keys and addresses yours?',
    html`
      ${lead}
      ${merchant.held_since && held}
      ${formAround(visit, keysPage.path, endOne, tables)}
      <div class="go">${[endEarlier, keepEarlier].map((form) => renderForm(visit, keysPage.path, form))}</div>
    `,
  )
}

const modeOf = (livemode: boolean): string => (livemode ? 'live mode' : 'test mode')

/** The page may no longer have the form that was sent, so the reason gets a page of its own. */
export function noKeyMade(message: string): Problem {
  return problem(409, { title: 'No key was created', message })
}

/** The notice that shows a new key, once. */
export function newKeyShown(secret: string, message: string, to?: string): Outcome {
  const note = `${secretShown} Store it where your server reads it, and nowhere else.`
  return {
    kind: 'done',
    ...(to !== undefined && { to }),
    notice: { message, secret: { label: 'Secret key', value: secret, note } },
  }
}

/** The secret keys of a mode. */
export const keysPage: DashboardPage = {
  path: 'keys',
  needs: 'develop',
  nav: 'Keys',
  show: async (visit) => page('Secret keys', await keysBody(visit)),
  forms: [create, endEarlier, endOne, keepEarlier],
}

async function keysBody(visit: MemberVisit): Promise<Markup> {
  const { context, scope, merchant } = visit
  const all = await listSecretKeys(context.db, scope.merchantId)
  const keys = all.filter(({ livemode }) => livemode === scope.livemode).reverse()
  const now = context.clock.now()
  const working = keys.filter((key) => isKeyWorking(key, now))
  const ended = keys.filter((key) => !working.includes(key)).slice(0, endedShown)
  const intro = html`
    <p class="lead">
      Your server calls the API with a secret key. Anyone who has the key can take and return money in your name, so
      keep it on your server: never in a browser, an app or an email.
    </p>
  `
  const closed = scope.livemode && !merchant.live_access
  const without = html`<section><p>Live keys come with live access, which this account does not have yet.</p></section>`
  const making = section('new-key', 'New key', renderForm(visit, keysPage.path, create))
  const list =
    working.length > 0 ? keyTable(visit, 'Working keys', working) : html`<p class="none">No key works in this mode.</p>`
  const endedList = ended.length > 0 && html`<h2>Ended</h2>${keyTable(visit, 'Ended keys', ended)}`
  return html`${await earlierKeys(visit)}${intro}${list}${closed ? without : making}${endedList}`
}

function keyTable(visit: MemberVisit, caption: string, keys: readonly SecretKeyRecord[]): Markup {
  const zone = visit.merchant.time_zone
  const rows = keys.map((key) => [
    html`<a href="${visit.to(`keys/${key.id}`)}"><code>${keyText(key)}</code></a>`,
    key.name,
    accessWords(key),
    time(key.created_at, zone),
    key.last_used_at ? time(key.last_used_at, zone) : 'Never',
    keyState(key, visit),
  ])
  return table(caption, ['Key', 'Name', 'May do', 'Created', 'Last used', 'State'], rows)
}

/** What the key may do, and from where. */
export function accessWords(key: SecretKeyRecord): string {
  const label = accessLabel(key)
  return key.networks === null ? label : `${label}, from ${key.networks.join(', ')}`
}

/** The part of a key's text that the service stores. */
export function keyText({ livemode, last4 }: SecretKeyRecord): string {
  return `sk_${livemode ? 'live' : 'test'}_…${last4}`
}

export function keyState(
  key: SecretKeyRecord,
  { context, merchant }: Pick<MemberVisit, 'context' | 'merchant'>,
): Markup {
  const zone = merchant.time_zone
  if (key.revoked_at) return html`Revoked ${time(key.revoked_at, zone)}`
  if (!key.expires_at) return key.livemode && !merchant.live_access ? html`Waits for live access` : html`Works`
  if (key.expires_at <= context.clock.now()) return html`Ended ${time(key.expires_at, zone)}`
  const isSoon = key.expires_at.getTime() - context.clock.now().getTime() <= soonMs
  return html`${isSoon && html`${tag('Ends soon', 'waiting')} `}Works until ${time(key.expires_at, zone)}`
}
