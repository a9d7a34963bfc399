import type { ServicePay, TestSituation } from '../index.ts'
import { CommandError, usageError } from './command-errors.ts'
import { credentials, type CommandContext } from './settings.ts'

/** `servicepay situation`: sets up a situation in the account, or lists all of them. */
export async function situation(context: CommandContext): Promise<void> {
  const { terminal, words } = context
  const [name] = words
  const { client } = credentials(context)
  if (client.livemode)
    throw usageError('A live key has no situations, because live mode moves real money.', 'Use a test key, sk_test_….')
  if (name === undefined) return list(context, client)
  terminal.progress(`setting up ${name}`)
  // Each call makes everything again, so a reply that is lost is not asked for again.
  const result = await client.testHelpers.situations.setUp(name, { maxRetries: 0 })
  terminal.object(result)
  for (const [what, id] of Object.entries(result.ids)) terminal.say(`${terminal.paint('green', '✓')} ${what}  ${id}`)
  if (result.problem)
    throw new CommandError(
      1,
      'situation_incomplete',
      `The step ${result.problem.step} failed: ${result.problem.message} (${result.problem.code})`,
      'The account has what is listed above. The next call makes everything again.',
    )
  terminal.say(`The time of the account is ${result.now}.`)
}

async function list({ terminal }: CommandContext, client: ServicePay): Promise<void> {
  const { data } = await client.testHelpers.situations.list()
  const width = Math.max(...data.map(({ name }) => name.length))
  for (const each of data) {
    terminal.object(each)
    terminal.say(`${terminal.paint('bold', each.name.padEnd(width))}  ${lengthOf(each)}${each.description}`)
  }
  terminal.say('\nSet one up with: servicepay situation <name>')
}

function lengthOf({ days }: TestSituation): string {
  return days === 0 ? '' : `(up to ${days === 1 ? '1 day' : `${days} days`}) `
}
