import type { Scope } from '../../domain/scope.ts'
import { lengthened } from '../../domain/time/time-outs.ts'
import type { FlowContext } from '../context.ts'
import { waitAtMost } from '../work/wait-at-most.ts'

/** How long the service waits for the processor: the customer types the rest of the card meanwhile. */
const waitMs = 2_000

/**
 * The networks between which the customer of a card may choose. Null: the processor gave no answer in time, which must
 * never keep the customer from paying. `firstDigits` are eight, too few to identify a card; still, no log has them.
 */
export async function cardNetworksOf(
  context: FlowContext,
  scope: Scope,
  firstDigits: string,
): Promise<readonly string[] | null> {
  const processor = await context.processorFor(scope)
  if (!processor) return null
  const answer = processor.cardNetworks(firstDigits).catch(() => null)
  const networks = await waitAtMost(lengthened(waitMs), answer)
  if (networks === null) context.log.warn({ processor: processor.name }, 'no reply about the networks of a card')
  return networks
}
