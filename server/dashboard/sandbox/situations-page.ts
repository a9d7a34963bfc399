import { isFailure, type Failure } from '../../domain/failure.ts'
import { setUpSituation, type SetUp } from '../../flows/sandbox/set-up-situation.ts'
import { allSituations, findSituation, type Situation } from '../../flows/sandbox/situations.ts'
import { html, type Markup } from '../../markup/html.ts'
import { section, table } from '../shell/format.ts'
import { formAround } from '../shell/forms.ts'
import { page, problem, tooMany, type DashboardPage, type MemberForm, type MemberVisit } from '../shell/page.ts'

export const situationsPath = 'situations'
const path = situationsPath

const setUp: MemberForm = {
  name: 'set-up',
  button: 'Set up',
  fields: { situation: { label: 'Situation', type: 'hidden', required: true, max: 64 } },
  submit: async (visit, { situation = '' }) => {
    if (visit.scope.livemode) return problem(404)
    const { context, perform, scope, merchant, caller: author } = visit
    const done = await setUpSituation(context, perform, { scope, merchant, author }, situation)
    if (done.kind === 'failure') return refusal(done)
    return { kind: 'done', to: visit.to(madeAddress(done)), notice: { message: outcomeOf(done) } }
  },
}

/** States of an account that one click sets up in test mode, and links to what the last one has made. */
export const situationsPage: DashboardPage = {
  path,
  needs: 'develop',
  nav: 'Situations',
  show: (visit) => page('Try a situation', visit.scope.livemode ? onlyInTests(visit) : body(visit)),
  forms: [setUp],
}

function refusal({ code, detail }: Failure): ReturnType<typeof problem> {
  if (code === 'rate_limited') return tooMany(detail.retryAfterSeconds ?? 1)
  const { message = '', fix = '' } = detail
  return problem(code === 'not_found' ? 404 : 409, { title: 'Nothing was set up', message: `${message} ${fix}` })
}

/** What a notice says. */
export function outcomeOf({ situation: { title }, problem: failed }: SetUp): string {
  return failed
    ? `“${title}” is incomplete. The step ${failed.step} failed: ${failed.message}`
    : `Your account has it now: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`
}

/** The path and query of the page with links to what a situation has made. */
export function madeAddress({ situation, ids }: SetUp): string {
  return `${path}?${new URLSearchParams({ ...ids, situation: situation.name }).toString()}`
}

function body(visit: MemberVisit): Markup {
  const rows = allSituations().map(({ name, title, description, days }) => [
    html`<strong>${title}</strong><br>${description}`,
    days === 0 ? null : days === 1 ? '1 day' : `${days} days`,
    html`<button class="main" name="situation" value="${name}" aria-label="Set up: ${title}">${setUp.button}</button>`,
  ])
  return html`
    ${madeBy(visit)}
    <p>
      Each one makes payments, refunds, disputes or links in test mode, beside what the account has. A story that takes
      days moves <a href="/docs/move-time">the time of the account</a> forward. Programs do the same
      in <a href="/docs/situations">one call</a>.
    </p>
    ${formAround(visit, path, setUp, table('Situations', ['What the account has then', 'Takes up to', ''], rows))}
  `
}

function onlyInTests({ to }: MemberVisit): Markup {
  const inTests = to(path).replace('/live/', '/test/')
  return html`<p class="nothing">Situations are for <a href="${inTests}">test mode</a>: nothing is invented here.</p>`
}

/** Where the dashboard shows an object, by the prefix of its id. Refunds have no page of their own. */
const places: readonly (readonly [id: RegExp, place: (id: string) => string])[] = [
  [/^cs_test_[0-9a-z]+$/, (id) => `payments/${id}`],
  [/^dp_[0-9a-z]+$/, (id) => `disputes/${id}`],
  [/^pl_[0-9a-z]+$/, (id) => `links/${id}`],
  [/^re_[0-9a-z]+$/, () => 'refunds'],
  [/^we_[0-9a-z]+$/, () => 'webhooks'],
]

/** Links to what the address names. Anyone can write an address, so a link may lead to nothing. */
function madeBy({ query, to }: MemberVisit): Markup | null {
  const situation = findSituation(query['situation'] ?? '')
  if (isFailure(situation)) return null
  const links = linksOf(situation, query).map(({ what, place }) => html`<li><a href="${to(place)}">${what}</a></li>`)
  if (links.length === 0) return null
  return section('made', situation.title, html`<p>${situation.description}</p><ul class="plain">${links}</ul>`)
}

function linksOf(
  { shows }: Situation,
  query: Readonly<Record<string, string>>,
): { readonly what: string; readonly place: string }[] {
  return Object.entries(shows).flatMap(([name, what]) => {
    const id = query[name] ?? ''
    const [, place] = places.find(([shape]) => shape.test(id)) ?? []
    return place ? [{ what, place: place(id) }] : []
  })
}
