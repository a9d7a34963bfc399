import { isKeyWorking, renameKey, revokeKey, rollKey } from '../../flows/accounts/change-keys.ts'
import { html, type Markup } from '../../markup/html.ts'
import { findSecretKeyById, listSecretKeys, type SecretKeyRecord } from '../../store/accounts/secret-keys.ts'
import { facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type Problem,
  type StoredValues,
} from '../shell/page.ts'
import { withPassword } from '../shell/with-password.ts'
import { accessWords, keyName, keysPage, keyState, keyText, newKeyShown, noKeyMade } from './keys-page.ts'

const hourMs = 3600_000

/** How long a rolled key may keep working. */
const overlaps: readonly (readonly [hours: number, text: string])[] = [
  [24, '24 hours'],
  [1, '1 hour'],
  [168, '7 days'],
  [0, 'Not at all: it stops working now'],
]

const unknown: Problem = problem(404)

const rename: MemberForm = {
  name: 'rename',
  button: 'Save the name',
  fields: { name: keyName },
  replaces: async ({ context, scope, params }) => {
    const key = await findSecretKeyById(scope, context.db, params['id'] ?? '')
    return key && nameOf(key)
  },
  submit: async ({ context, caller, scope, params }, { name = '' }) => {
    const renamed = await renameKey(context, caller, scope, { id: params['id'] ?? '', name: name || null })
    return renamed ? { kind: 'done', notice: { message: 'The name is saved.' } } : unknown
  },
}

function nameOf({ name }: SecretKeyRecord): StoredValues {
  return { name: name ?? '' }
}

const roll = withPassword({
  name: 'roll',
  button: 'Roll the key',
  fields: {
    overlap: {
      label: 'The old key keeps working for',
      type: 'select',
      required: true,
      options: overlaps.map(([hours, text]) => [String(hours), text]),
    },
  },
  submit: async ({ context, caller, scope, params, to }, { overlap = '' }) => {
    const made = await rollKey(context, caller, scope, { id: params['id'] ?? '', overlapMs: Number(overlap) * hourMs })
    if (!made) return unknown
    if (made.kind === 'refused') return noKeyMade(made.message)
    const old =
      overlap === '0' ? 'The old one has stopped working.' : `The old one works for ${overlapText(overlap)} more.`
    return newKeyShown(made.secret, `The new key works now. ${old}`, to(keysPage.path))
  },
})

function overlapText(hours: string): string {
  return overlaps.find(([value]) => String(value) === hours)?.[1] ?? ''
}

const revoke: MemberForm = {
  name: 'revoke',
  button: 'Revoke the key',
  danger: true,
  fields: {},
  submit: async ({ context, caller, scope, params, to }) => {
    const revoked = await revokeKey(context, caller, scope, params['id'] ?? '')
    return revoked
      ? {
          kind: 'done',
          to: to(keysPage.path),
          notice: { message: `The key ${keyText(revoked)} is revoked: calls with it fail.` },
        }
      : unknown
  },
}

const revoking = 'Calls with it fail from now on. This cannot be undone.'

/** One secret key: rename, roll or revoke it. */
export const keyPage: DashboardPage = {
  path: 'keys/{id}',
  needs: 'develop',
  show: async (visit) => {
    const { context, scope, params } = visit
    const key = await findSecretKeyById(scope, context.db, params['id'] ?? '')
    return key ? page(`Key ${keyText(key)}`, await keyBody(visit, key)) : unknown
  },
  forms: [rename, roll, revoke],
}

async function keyBody(visit: MemberVisit, key: SecretKeyRecord): Promise<Markup> {
  const { context, merchant } = visit
  const zone = merchant.time_zone
  const at = `keys/${key.id}`
  const about = facts([
    ['Name', key.name ?? '—'],
    ['May do', accessWords(key)],
    ['State', keyState(key, visit)],
    ['Created', time(key.created_at, zone)],
    ['Last used', key.last_used_at ? time(key.last_used_at, zone) : 'Never'],
    ['Id', html`<code>${key.id}</code>`],
  ])
  const naming = section('naming', 'Rename', renderForm(visit, at, rename, nameOf(key)))
  const works = isKeyWorking(key, context.clock.now())
  const rolling = html`
    <p>
      A new key replaces this one. Both work until the time you choose, so that your server always has a working key.
    </p>
    ${renderForm(visit, at, roll)}
  `
  const warning =
    works &&
    (await isLast(visit, key)) &&
    html`
      <p class="alert">
        This is the last working key in this mode. Without a key, your server cannot call the API: roll it instead, or
        create another one first.
      </p>
    `
  const ending = html`
    <p>Revoke a key that others may have seen. It stops working everywhere within a second.</p>
    ${warning}
    ${renderForm(visit, at, { ...revoke, confirm: `Revoke the key ${keyText(key)}? ${revoking}` })}
  `
  return html`
    <section aria-label="The key">${about}</section>
    ${works && naming}
    ${works && !key.expires_at && section('rolling', 'Roll', rolling)}
    ${works && section('ending', 'Revoke', ending)}
  `
}

async function isLast({ context, scope }: MemberVisit, key: SecretKeyRecord): Promise<boolean> {
  const keys = await listSecretKeys(context.db, scope.merchantId)
  const now = context.clock.now()
  return !keys.some((other) => other.id !== key.id && other.livemode === scope.livemode && isKeyWorking(other, now))
}
