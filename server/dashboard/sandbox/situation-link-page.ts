import { isFailure } from '../../domain/failure.ts'
import { openSituation } from '../../flows/sandbox/open-situation.ts'
import { findSituation, type Situation } from '../../flows/sandbox/situations.ts'
import { html } from '../../markup/html.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  secretShown,
  tooMany,
  type Form,
  type Problem,
  type Visit,
  type VisitorPage,
} from '../shell/page.ts'
import { madeAddress, outcomeOf, situationsPath } from './situations-page.ts'

const open: Form<Visit> = {
  name: 'open',
  button: 'Open it in a new test account',
  fields: {},
  submit: async (visit) => {
    const found = situationOf(visit)
    if ('kind' in found) return found
    const { context, perform, visitor } = visit
    const wait = await visit.situationLinks?.take(visitor.client.address)
    if (typeof wait === 'number') return tooMany(wait)
    const opened = await openSituation(context, perform, visitor, found.name)
    if (opened.kind !== 'opened') return notHere
    const { signedIn, secretKey, setUp } = opened
    const isEmpty = setUp.kind === 'failure'
    const secret = { label: 'The test key of this account', value: secretKey, note: secretShown }
    return {
      kind: 'done',
      to: isEmpty ? `/dashboard/test/${situationsPath}` : `/dashboard/test/${madeAddress(setUp)}`,
      notice: {
        message: isEmpty ? 'The account is open and empty, because the service is busy. Try again.' : outcomeOf(setUp),
        secret,
      },
      login: signedIn.token,
    }
  },
}

/**
 * The page of a link such as `/s/dispute-third-week`. It only shows what the link opens, because previews of chats and
 * scanners of mails open links too.
 */
export const situationLinkPage: VisitorPage = {
  path: 'situation/{name}',
  show: (visit) => {
    const found = situationOf(visit)
    if ('kind' in found) return found
    const { name, title, description } = found
    return page(
      title,
      html`
        <p>${description}</p>
        <p>
          You get a test account of your own in this state. No real money moves, and you need neither an address nor a
          password. The account ends with your sign-in: nobody can sign in to it again.
        </p>
        ${renderForm(visit, `situation/${name}`, open)}
        <p class="hint">If you are signed in to another account in this browser, this signs you out there.</p>
      `,
    )
  },
  forms: [open],
}

const notHere = problem(404, {
  title: 'This service opens no situations',
  message:
    'Its operator has not allowed links to situations. In a test account of your own, the dashboard has them all.',
  link: { href: '/dashboard', text: 'To the dashboard' },
})

function situationOf({ params, situationLinks }: Visit): Situation | Problem {
  if (!situationLinks) return notHere
  const found = findSituation(params['name'] ?? '')
  return isFailure(found) ? problem(404, { message: found.detail.message ?? '' }) : found
}
