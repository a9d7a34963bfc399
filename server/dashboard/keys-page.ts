import { createKey, isKeyWorking } from '../flows/change-keys.ts'
import { endEarlierKeys, findEarlierKeys, keepEarlierKeys } from '../flows/earlier-keys.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { listSecretKeys } from '../store/secret-keys.ts'
import type { SecretKeyRecord } from '../store/secret-keys.ts'
import { section, table, time } from './format.ts'
import { renderForm } from './forms.ts'
import { page, problem } from './page.ts'
import { tag } from './payment-words.ts'
import type { DashboardPage, Field, MemberForm, MemberVisit, Outcome, Problem } from './page.ts'

/** How many keys that no longer work the page shows. */
const endedShown = 20

export const keyName: Field = {
  label: 'Name',
  type: 'text',
  max: 60,
  hint: 'Where you use it, like “web shop” or “accounting”.',
}

const create: MemberForm = {
  name: 'create',
  button: 'Create a key',
  changes: 'developers',
  fields: { name: keyName },
  submit: async ({ context, caller, scope }, { name = '' }) => {
    const made = await createKey(context, caller, scope, name || null)
    if (made.kind === 'refused') return noKeyMade(made.message)
    return newKeyShown(made.secret, 'The new key works now.')
  },
}

const endEarlier: MemberForm = {
  name: 'end-earlier',
  button: 'End all of them',
  changes: 'developers',
  danger: true,
  confirm: 'End all keys and webhook addresses that were made before?',
  fields: {},
  submit: async ({ context, caller, member, login }) => {
    const ended = await endEarlierKeys(context, caller, { member, loginId: login.id })
    return { kind: 'done', notice: { message: `${ended === 1 ? 'One key has' : `${ended} keys have`} ended.` } }
  },
}

const keepEarlier: MemberForm = {
  name: 'keep-earlier',
  button: 'I know them: keep them',
  changes: 'developers',
  fields: {},
  submit: async ({ context, member }) => {
    await keepEarlierKeys(context, member)
    return { kind: 'done', notice: { message: 'The keys keep working.' } }
  },
}

const thisAccount = 'This account'

/** Asks about keys and webhook addresses that somebody else may have made. */
async function earlierKeys(visit: MemberVisit): Promise<Markup | null> {
  const { context, member, merchant } = visit
  const keys = await findEarlierKeys(context, context.db, member)
  if (!keys) return null
  const row =
    (account: string) =>
    (key: SecretKeyRecord): (Markup | string)[] => [
      account === thisAccount
        ? html`<a href="${visit.to(`keys/${key.id}`)}"><code>${keyText(key)}</code></a>`
        : html`<code>${keyText(key)}</code>`,
      account,
      time(key.created_at, merchant.time_zone),
      key.last_used_at ? time(key.last_used_at, merchant.time_zone) : 'Never',
    ]
  const rows = [...keys.own.map(row(thisAccount)), ...keys.unclaimed.map((key) => row(key.merchant_id)(key))]
  const lead = html`
    <p>
      These were made before you joined the account with ${member.email}, or before you confirmed this address. If you
      did not make them, somebody else may use them: end them all. To keep some, first end the others one by one.
      Earlier sign-ins end too. The dashboard goes on when you have decided.
    </p>
  `
  const addresses = keys.endpoints.map(({ url, livemode, created_at }) => [
    html`<a href="/dashboard/${livemode ? 'live' : 'test'}/webhooks"><code>${url}</code></a>`,
    livemode ? 'Live' : 'Test',
    time(created_at, merchant.time_zone),
  ])
  return section(
    'earlier-keys',
    'Are these keys and addresses yours?',
    html`
      ${lead}
      ${rows.length > 0 && table('Earlier keys', ['Key', 'Account', 'Created', 'Last used'], rows)}
      ${addresses.length > 0 && table('Earlier webhook addresses', ['Address', 'Mode', 'Set'], addresses)}
      <div class="go">${[endEarlier, keepEarlier].map((form) => renderForm(visit, keysPage.path, form))}</div>
    `,
  )
}

/** The page may no longer have the form that was sent, so the reason gets a page of its own. */
export function noKeyMade(message: string): Problem {
  return problem(409, { title: 'No key was created', message })
}

/** The notice that shows a new key, once. */
export function newKeyShown(secret: string, message: string, to?: string): Outcome {
  const note = 'It is shown only now: store it where your server reads it, and nowhere else.'
  return {
    kind: 'done',
    ...(to !== undefined && { to }),
    notice: { message, secret: { label: 'Secret key', value: secret, note } },
  }
}

/** The secret keys of a mode. */
export const keysPage: DashboardPage = {
  path: 'keys',
  nav: 'Keys',
  show: async (visit) => page('Secret keys', await keysBody(visit)),
  forms: [create, endEarlier, keepEarlier],
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
      keep it on your server: never in a browser, an app or a mail.
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
    time(key.created_at, zone),
    key.last_used_at ? time(key.last_used_at, zone) : 'Never',
    keyState(key, visit),
  ])
  return table(caption, ['Key', 'Name', 'Created', 'Last used', 'State'], rows)
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
  return html`${tag('Ends soon', 'waiting')} Works until ${time(key.expires_at, zone)}`
}
