import {
  allDuties,
  allRoles,
  duties,
  hasDuty,
  hasRefundLimit,
  roles,
  rolesGivenBy,
  usualRefundLimit,
  type Role,
} from '../../domain/accounts/roles.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { hasSecondFactor } from '../../domain/accounts/second-factor.ts'
import {
  changeRole,
  inviteMember,
  removeMember,
  withdrawMemberInvitation,
  type RefusedChange,
} from '../../flows/accounts/members.ts'
import { html, type Markup } from '../../markup/html.ts'
import { openInvitations } from '../../store/accounts/invitations.ts'
import { findMember, membersOf, type Member } from '../../store/accounts/people.ts'
import { startOfDay } from '../../domain/time/calendar-days.ts'
import { dayOf } from '../../domain/time/periods.ts'
import { notADay } from '../shell/day-range.ts'
import { facts, section, table, time } from '../shell/format.ts'
import { formAround, renderForm } from '../shell/forms.ts'
import {
  may,
  page,
  problem,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Problem,
  type StoredValues,
} from '../shell/page.ts'
import { saveAccount } from './save-account.ts'
import { withPassword } from '../shell/with-password.ts'

const path = 'people'
const largestLimit = 1_000_000

const limitField: Field = {
  label: 'Refunds of one payment up to',
  type: 'text',
  inputmode: 'numeric',
  max: 7,
  isKey: true,
  hint: `Only for support, in whole units of the currency of the payment. Empty: ${usualRefundLimit}.`,
}

const roleField: Field = {
  label: 'Role',
  type: 'select',
  required: true,
  options: Object.entries(roles).map(([role, { label }]) => [role, label] as const),
}

/** The typed role and limit, or what is wrong. */
function wantedRole({ role = '', limit = '' }: StoredValues): { role: Role; refundLimit: number | null } | Outcome {
  const number = limit === '' ? usualRefundLimit : /^\d+$/.test(limit) ? Number(limit) : 0
  if (number < 1 || number > largestLimit)
    return { kind: 'invalid', errors: { limit: `Type a whole number from 1 to ${largestLimit}.` } }
  return { role: role as Role, refundLimit: hasRefundLimit(role as Role) ? number : null }
}

function refusal({ message }: RefusedChange): Problem {
  return problem(409, { title: 'Nothing was changed', message })
}

const invite = withPassword({
  name: 'invite',
  button: 'Invite',
  fields: {
    email: { label: 'Email address', type: 'email', required: true, max: 200, isKey: true },
    role: roleField,
    limit: limitField,
  },
  submit: async ({ context, caller, member }, { email = '', ...values }) => {
    const wanted = wantedRole(values)
    if ('kind' in wanted) return wanted
    const result = await inviteMember(context, caller, member, { email, ...wanted })
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { email: result.message } }
    if (result.kind === 'refused') return refusal(result)
    const sent = result.isMailed
      ? `We have sent an email to ${email}.`
      : 'This service sends no mail, so pass the link on.'
    return {
      kind: 'done',
      notice: {
        message: `${sent} The link works once, for a week.`,
        secret: {
          label: `Link for ${email}`,
          value: result.link,
          note: 'Anyone who has this link can join the account, so give it only to this person.',
        },
      },
    }
  },
})

const withdraw: MemberForm = {
  name: 'withdraw',
  button: 'Withdraw',
  danger: true,
  fields: { item: { label: 'Invitation', type: 'hidden', required: true, max: 40 } },
  submit: async ({ context, caller, member }, { item = '' }) => {
    const ended = await withdrawMemberInvitation(context, caller, member, item)
    if (ended && 'kind' in ended) return refusal(ended)
    const message = ended ? `The invitation of ${ended.email} has ended.` : 'The invitation had already ended.'
    return { kind: 'done', notice: { message } }
  },
}

const requireForm = withPassword({
  name: 'second-factor',
  needs: 'sign_in_rules',
  button: 'Save the rule',
  fields: {
    from: {
      label: 'Everyone needs a second factor from',
      type: 'date',
      hint: 'From this day on, a person without one can only add one. Empty: it is up to each person.',
    },
  },
  replaces: ({ merchant }) => storedRule(merchant),
  submit: (visit, { from = '' }) => {
    const day = from === '' ? null : startOfDay(from, visit.merchant.time_zone)
    if (from !== '' && !day) return Promise.resolve({ kind: 'invalid', errors: { from: notADay } })
    const message = day ? 'The rule is saved. Every page reminds people of it.' : 'The rule has ended.'
    return saveAccount(visit, { secondFactorFrom: day }, { path, message, fieldOf: () => 'from' })
  },
})

function storedRule({ second_factor_from: from, time_zone: zone }: MerchantRecord): StoredValues {
  return { from: from === null ? '' : dayOf(from, zone) }
}

/** The people of the account and their roles. */
export const peoplePage: DashboardPage = {
  path,
  needs: 'people',
  nav: 'People',
  show: async (visit) => page('People', await peopleBody(visit)),
  forms: [invite, withdraw, requireForm],
}

async function peopleBody(visit: MemberVisit): Promise<Markup> {
  const { context, merchant, member } = visit
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const people = await membersOf(context.db, merchant.merchant_id)
  const rows = people.map((one) => [
    html`<a href="${visit.to(`${path}/${one.id}`)}">${one.email}</a>${one.id === member.id && ' (you)'}`,
    roleWords(one),
    hasSecondFactor(one) ? 'Yes' : 'No',
    at(one.created_at),
  ])
  const invited = await openInvitations(context.db, merchant.merchant_id, context.clock.now())
  const waiting = invited.map((one) => [
    one.email,
    roleWords(one),
    one.invited_by,
    at(one.expires_at),
    html`<button class="danger" name="item" value="${one.id}" aria-label="Withdraw ${one.email}">Withdraw</button>`,
  ])
  const rule = renderForm(visit, path, requireForm, storedRule(merchant))
  const invitations = table('Invitations', ['For', 'Role', 'By', 'Works until', ''], waiting)
  return html`
    ${table('People', ['Person', 'Role', 'Second factor', 'Since'], rows)}
    ${waiting.length > 0 && section('invited', 'Invited', formAround(visit, path, withdraw, invitations))}
    ${section('new-person', 'Invite somebody', renderForm(visit, path, inviteBy(member)))}
    ${may(visit, 'sign_in_rules') && section('rule', 'Second factor', rule)}
    ${section('what-roles-may', 'What each role may do', rolesTable())}
  `
}

/** The form with the roles that the person may give. */
function inviteBy(member: Member): MemberForm {
  return { ...invite, fields: { ...invite.fields, role: rolesFor(member) } }
}

function rolesFor({ role }: Member): Field {
  return {
    ...roleField,
    options: rolesGivenBy(role)
      .map((each) => [each, roles[each].label] as const)
      .reverse(),
  }
}

function roleWords({ role, refund_limit: limit }: Pick<Member, 'role' | 'refund_limit'>): string {
  const { label } = roles[role]
  return limit === null ? label : `${label}, refunds up to ${limit}`
}

function rolesTable(): Markup {
  const rows = allDuties
    .filter((duty) => duty !== 'own')
    .map((duty) => [duties[duty], ...allRoles.map((role) => (hasDuty(role, duty) ? 'Yes' : 'No'))])
  return table('Roles', ['', ...allRoles.map((role) => roles[role].label)], rows)
}

const unknown: Problem = problem(404)

const change = withPassword({
  name: 'role',
  button: 'Save the role',
  fields: { role: roleField, limit: limitField },
  replaces: async ({ context, params, merchant }) => {
    const member = await findMember(context.db, params['id'] ?? '', merchant.merchant_id)
    return member && storedRole(member)
  },
  submit: async ({ context, caller, member, params }, values) => {
    const wanted = wantedRole(values)
    if ('kind' in wanted) return wanted
    const changed = await changeRole(context, caller, member, { personId: params['id'] ?? '', ...wanted })
    if (!changed) return unknown
    if (changed.kind === 'refused') return refusal(changed)
    return { kind: 'done', notice: { message: `The role of ${changed.email} is saved.` } }
  },
})

function storedRole({ role, refund_limit: limit }: Member): StoredValues {
  return { role, limit: limit === null ? '' : String(limit) }
}

const remove = withPassword({
  name: 'remove',
  button: 'Remove from the account',
  danger: true,
  fields: {},
  submit: async ({ context, caller, member, params, to }) => {
    const removed = await removeMember(context, caller, member, params['id'] ?? '')
    if (!removed) return unknown
    if (removed.kind === 'refused') return refusal(removed)
    return { kind: 'done', to: to(path), notice: { message: `${removed.email} is no longer in the account.` } }
  },
})

/** One person of the account. */
export const personPage: DashboardPage = {
  path: 'people/{id}',
  needs: 'people',
  show: async (visit) => {
    const { context, params, merchant } = visit
    const person = await findMember(context.db, params['id'] ?? '', merchant.merchant_id)
    return person ? page(person.email, personBody(visit, person)) : unknown
  },
  forms: [change, remove],
}

function personBody(visit: MemberVisit, person: Member): Markup {
  const at = `people/${person.id}`
  const removing = `Remove ${person.email} from the account? Their sign-ins to this account end now.`
  const about = facts([
    ['Role', roleWords(person)],
    ['Since', time(person.created_at, visit.merchant.time_zone)],
    ['Second factor', hasSecondFactor(person) ? 'Yes' : 'No'],
    ['Address confirmed', person.email_confirmed_at ? 'Yes' : 'No'],
  ])
  const given = rolesGivenBy(visit.member.role)
  if (!given.includes(person.role))
    return html`<section>${about}<p class="hint">Only an owner can change or remove an owner.</p></section>`
  const form = { ...change, fields: { ...change.fields, role: rolesFor(visit.member) } }
  return html`
    <section aria-label="The person">${about}</section>
    ${section('role', 'Change the role', renderForm(visit, at, form, storedRole(person)))}
    ${section('removing', 'Remove', renderForm(visit, at, { ...remove, confirm: removing }))}
  `
}
