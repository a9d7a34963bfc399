import { html, type Markup } from '../../markup/html.ts'
import { listLinesOfSession, type SettledLine } from '../../store/settlement/lists.ts'
import { reconciliationPath } from '../settlement/reconciliation-page.ts'
import { differenceWords, lineKindWords, reportMoney } from '../settlement/words.ts'
import { table, time } from '../shell/format.ts'
import type { MemberVisit } from '../shell/page.ts'

/** What the settlement reports say about a payment. Null: no report has it. */
export async function settlementOf(visit: MemberVisit, sessionId: string): Promise<Markup | null> {
  const lines = await listLinesOfSession(visit.scope, visit.context.db, sessionId)
  if (lines.length === 0) return null
  const head = ['What', 'Batch', { figures: 'Gross' }, { figures: 'Fees' }, { figures: 'Net' }, 'Settled', 'Paid out']
  return table(
    'Lines of settlement reports',
    head,
    lines.map((line) => rowOf(visit, line)),
  )
}

function rowOf({ to, merchant }: MemberVisit, line: SettledLine): (Markup | string | null)[] {
  const { processor, account, batch, difference } = line
  const differs =
    difference &&
    html` <a href="${to(`${reconciliationPath}/differences`, { code: difference })}">
      ${differenceWords[difference].name}</a>`
  return [
    html`${lineKindWords[line.kind]}${differs}`,
    html`<a href="${to(`${reconciliationPath}/batch`, { processor, account, batch })}">${batch || 'No batch'}</a>`,
    reportMoney(line.gross_amount, line.gross_currency),
    reportMoney(line.fees, line.net_currency) ?? '—',
    reportMoney(line.net_amount, line.net_currency),
    time(line.booked_at, merchant.time_zone),
    line.paid_at && time(line.paid_at, merchant.time_zone),
  ]
}
