import { isDifferenceCode, type DifferenceCode } from '../../domain/settlement/differences.ts'
import { chips } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { countDifferences, listDifferences, type ListedDifference } from '../../store/settlement/lists.ts'
import { pager, table, time } from '../shell/format.ts'
import { fileLinks } from '../shell/file-kind.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { noReportsInTest, reconciliationPath } from './reconciliation-page.ts'
import { acquirerNames, differenceWords, sidesOf } from './words.ts'

const path = `${reconciliationPath}/differences`
const rowsOnAPage = 50

/** The differences between settlement reports and our side, with what to do about each kind. */
export const settlementDifferencesPage: DashboardPage = {
  path,
  needs: 'exports',
  reads: 'slow',
  lists: () => differenceId,
  show,
  forms: [],
}

/** A difference has the id of the movement, of the line or of the batch that it is about. */
const differenceId = /^(mov_[0-9a-z]{30}|stm_[0-9a-z]{30}\.\d{9}|batch\.[^\p{Cc}]{1,500})$/u

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query, to } = visit
  if (!scope.livemode) return page('Differences', noReportsInTest)
  const asked = query['code'] ?? ''
  const code = isDifferenceCode(asked) ? asked : null
  const isWrong = code === null && asked !== ''
  const after = query['after'] ?? null
  const counts = await countDifferences(scope, context.db, 1)
  const found = await listDifferences(scope, context.db, { code, olderThan: after, limit: rowsOnAPage + 1 })
  const shown = found.slice(0, rowsOnAPage)
  const last = found.length > rowsOnAPage ? shown.at(-1) : undefined
  const kinds = chips(
    [['', 'All'], ...counts.map((each) => [each.code, differenceWords[each.code].name] as const)],
    code ?? '',
    (value) => to(path, { code: value || null }),
  )
  const names = acquirerNames(context)
  const file = { what: 'settlement_differences', code }
  const list =
    shown.length === 0
      ? html`<p class="nothing">There are no ${after === null ? 'such' : 'older'} differences.</p>`
      : html`
          <p class="above">${fileLinks(visit, `Download ${code === null ? 'all' : 'all of this kind'}`, file)}</p>
          ${listOf(visit, shown)}
        `
  return page(
    'Differences',
    html`
      <p><a href="${to(reconciliationPath)}">Reconciliation</a></p>
      ${kinds}
      ${isWrong && html`<p class="error" role="alert">There is no such difference. Choose one of these.</p>`}
      ${code !== null && html`<p>${differenceWords[code].advice(names)}</p>`}
      ${list}
      ${pager(after === null ? null : to(path, { code }), last ? to(path, { code, after: last.id }) : null)}
      ${code === null && adviceOf(shown, names)}
    `,
  )
}

function listOf(visit: MemberVisit, differences: readonly ListedDifference[]): Markup {
  const rows = differences.map((difference) => {
    const { ours, theirs } = sidesOf(difference)
    const { name, task } = differenceWords[difference.code]
    return [
      html`${name}<br><span class="hint">${task}</span>`,
      subjectOf(visit, difference),
      ours ?? '—',
      theirs ?? '—',
      difference.batch,
      time(difference.at, visit.merchant.time_zone),
    ]
  })
  const head = ['Difference', 'Payment', { figures: 'Here' }, { figures: 'In the report' }, 'Batch', 'When']
  return table('Differences', head, rows)
}

function subjectOf({ to }: MemberVisit, { session_id: session, reference }: ListedDifference): Markup | string | null {
  return session === null ? reference : html`<a href="${to(`payments/${session}`)}">${reference ?? session}</a>`
}

function adviceOf(differences: readonly ListedDifference[], names: ReturnType<typeof acquirerNames>): Markup | null {
  const codes = new Set<DifferenceCode>(differences.map(({ code }) => code))
  if (codes.size === 0) return null
  const items = [...codes].map(
    (code) => html`<div><dt>${differenceWords[code].name}</dt><dd>${differenceWords[code].advice(names)}</dd></div>`,
  )
  return html`<h2>What to do</h2><dl class="facts">${items}</dl>`
}
