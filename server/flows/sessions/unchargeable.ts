import type { FailureDetail } from '../../domain/failure.ts'
import { inMajorUnits } from '../../domain/money/major-units.ts'
import type { Money, Processor } from '../../processors/processor.ts'

/** Why a processor can never take or return this money, for the merchant. Null: it can. */
export function unchargeable(
  processor: Processor,
  money: Money,
): (FailureDetail & { readonly param: 'amount' | 'currency' }) | null {
  const { amount, currency } = money
  const problem = processor.unchargeable?.(money)
  if (!problem) return null
  if (problem.kind === 'currency')
    return {
      param: 'currency',
      message: `The acquirer of this account does not accept ${currency}.`,
      fix: 'Use another currency.',
    }
  const { step } = problem
  const unit = `${inMajorUnits(step, currency)} ${currency}`
  const lower = Math.floor(amount / step) * step
  return {
    param: 'amount',
    message: `The acquirer of this account accepts amounts in ${currency} only in steps of ${step}, which is ${unit}.`,
    fix: `Send a multiple of ${step}, such as ${lower > 0 ? `${lower} or ` : ''}${lower + step}.`,
  }
}
