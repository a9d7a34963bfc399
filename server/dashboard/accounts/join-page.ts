import { roles } from '../../domain/accounts/roles.ts'
import { joinAccount, readMemberInvitation } from '../../flows/accounts/members.ts'
import { html } from '../../markup/html.ts'
import { renderForm } from '../shell/forms.ts'
import { page, type Form, type Outcome, type StoredValues, type Visit, type VisitorPage } from '../shell/page.ts'
import { linkFormRefusal, usedUp } from './one-time-link-pages.ts'
import { newPasswordField } from './open-account-pages.ts'
import { home, leadOn } from './sign-in-page.ts'

const chooseForm: Form<Visit> = {
  name: 'join',
  button: 'Join the account',
  fields: { password: newPasswordField },
  submit: join,
}

const knownForm: Form<Visit> = {
  name: 'enter',
  button: 'Join the account',
  fields: {
    password: {
      label: 'Your password',
      type: 'password',
      required: true,
      max: 1000,
      autocomplete: 'current-password',
      hint: 'You sign in here with it already.',
    },
  },
  submit: join,
}

async function join(visit: Visit, { password = '' }: StoredValues): Promise<Outcome> {
  const result = await joinAccount(visit.context, visit.visitor, { token: visit.params['token'] ?? '', password })
  if (result.kind !== 'signed_in') return linkFormRefusal(visit, result)
  if (result.isPending) return leadOn(visit, { ...result, hasEarlierKeys: false }, { next: '', draft: '' })
  return {
    kind: 'done',
    to: home,
    notice: { message: 'Welcome. You are in the account now.' },
    login: result.token,
    device: result.device,
  }
}

/** `/dashboard/join/{token}`: the page of an invitation to an account. */
export const joinPage: VisitorPage = {
  path: 'join/{token}',
  show: async (visit) => {
    const token = visit.params['token'] ?? ''
    const found = await readMemberInvitation(visit.context, token)
    if (!found) return usedUp(visit)
    const { invitation, account, hasPassword } = found
    const form = hasPassword ? knownForm : chooseForm
    return page(
      'You are invited',
      html`
        <p>
          ${invitation.invited_by} invites you to the account <strong>${account}</strong>, with the role
          “${roles[invitation.role].label}”. You sign in as <strong>${invitation.email}</strong>.
        </p>
        ${renderForm(visit, `join/${token}`, form)}
      `,
    )
  },
  forms: [chooseForm, knownForm],
}
