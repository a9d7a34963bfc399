import { operations } from '../../../generated/operations.ts'
import type { TestFaults } from '../../domain/sandbox/test-faults.ts'
import { html, type Markup } from '../../markup/html.ts'
import { time } from './format.ts'
import type { MemberVisit } from './page.ts'

/** Says that the account causes faults on purpose. Null: it does not. */
export function causedFaults({ context, scope, merchant }: MemberVisit): Markup | null {
  const faults = scope.livemode ? null : context.testFaults.of(merchant)
  if (!faults) return null
  const { method, path } = operations.testEndFaults
  const what = `${shareWith(faults)} one on purpose: ${[...faults.calls, ...faults.webhooks].join(', ')}.`
  const end = time(new Date(faults.ends_at), merchant.time_zone)
  return html`
    <p class="outage">
      <strong>Faults are on.</strong> ${what} They end at ${end}, or with <code>${method} ${path}</code>.
    </p>
  `
}

function shareWith({ often, calls, webhooks }: TestFaults): string {
  const things = [...(calls.length > 0 ? ['calls'] : []), ...(webhooks.length > 0 ? ['events'] : [])].join(' and ')
  const of = `${things} of this account`
  if ('percent' in often) return `${String(often.percent)}% of the ${of} have`
  return often.every === 1 ? `All ${of} have` : `One in ${String(often.every)} ${of} has`
}
