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
  return html`
    <p class="outage">
      <strong>Faults are on.</strong>
      ${howOften(faults)} of this account has one on purpose: ${[...faults.calls, ...faults.webhooks].join(', ')}. They
      end at ${time(new Date(faults.ends_at), merchant.time_zone)}, or with <code>${method} ${path}</code>.
    </p>
  `
}

function howOften({ often, calls, webhooks }: TestFaults): string {
  const each = [...(calls.length > 0 ? ['call'] : []), ...(webhooks.length > 0 ? ['event'] : [])].join(' or ')
  if ('percent' in often) return `A share of ${String(often.percent)} % of each ${each}`
  return often.every === 1 ? `Every ${each}` : `One ${each} in ${String(often.every)}`
}
