import { helpText, parseOrder } from './account/arguments.ts'
import type { Order } from './account/arguments.ts'
import { accountJson, listText, reportJson, reportText } from './account/report.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { keptMasterKeyIn } from './data-files.ts'
import { operator } from './domain/caller.ts'
import { systemClock } from './domain/clock.ts'
import { EmbeddedPostgresError } from './embedded-postgres/embedded-postgres-error.ts'
import { findRunningDatabase } from './embedded-postgres/running-database.ts'
import { openFlows, StartError } from './flow-context.ts'
import type { Flows } from './flow-context.ts'
import { makeResetLink } from './flows/change-password.ts'
import type { FlowContext } from './flows/context.ts'
import { changeAccount, readAccount, readAccounts } from './flows/manage-account.ts'
import { pingEndpoint } from './flows/ping-endpoint.ts'

/** What is printed, and how the process ends: 0 done, 1 not done or the ping failed, 2 not understood. */
interface Outcome {
  readonly exitCode: 0 | 1 | 2
  readonly json: object
  readonly text: string
}

type AccountOrder = Extract<Order, { kind: 'account' }>

/** Everything worth saying is in the outcome. */
const quiet = { info() {}, warn() {}, error() {} }

async function main(words: readonly string[]): Promise<void> {
  const outcome = await follow(parseOrder(words)).catch(failure)
  process.exitCode = outcome.exitCode
  if (words.includes('--json')) process.stdout.write(`${JSON.stringify(outcome.json)}\n`)
  else (isError(outcome) ? process.stderr : process.stdout).write(outcome.text)
}

async function follow(order: Order): Promise<Outcome> {
  switch (order.kind) {
    case 'help':
      return { exitCode: 0, json: { help: helpText }, text: helpText }
    case 'mistake':
      return mistake('usage', `${order.message}. \`npm run account -- --help\` explains.`, 2)
    case 'list':
    case 'account':
      return withFlows((context) => (order.kind === 'list' ? list(context) : obey(context, order)))
  }
}

async function list(context: FlowContext): Promise<Outcome> {
  const merchants = await readAccounts(context)
  return { exitCode: 0, json: { accounts: merchants.map(accountJson) }, text: listText(merchants) }
}

async function obey(
  context: FlowContext,
  { merchantId, changes, pingLivemode, resetPassword }: AccountOrder,
): Promise<Outcome> {
  const changed = Object.keys(changes).length === 0 ? null : await changeAccount(context, operator, merchantId, changes)
  if (changed?.kind === 'refused') return mistake(changed.code, changed.message)
  const account = await readAccount(context, merchantId)
  if (!account) return mistake('account_not_found', `There is no account ${merchantId}.`)
  const resetLink =
    resetPassword === null ? null : await makeResetLink(context, operator, { merchantId, email: resetPassword })
  const ping = pingLivemode === null ? null : await pingEndpoint(context, { merchantId, livemode: pingLivemode })
  const report = { account, changed, ping, resetLink, liveProcessor: context.processorFor(true)?.name ?? null }
  const [json, text] = [reportJson(report), reportText(report)]
  const unknown = resetPassword !== null && resetLink === null
  if (unknown)
    return notAll(
      changed,
      { json, text },
      mistake('person_not_found', `Nobody signs in to the account with ${JSON.stringify(resetPassword)}.`),
    )
  if (pingLivemode === null || ping) return { exitCode: ping?.kind === 'failed' ? 1 : 0, json, text }
  return notAll(
    changed ?? resetLink,
    { json, text },
    mistake('no_webhook_endpoint', `The account has no webhook address in ${pingLivemode ? 'live' : 'test'} mode.`),
  )
}

/** What was changed before stays changed, and a new key or link must not be lost. */
function notAll(done: unknown, { json, text }: Pick<Outcome, 'json' | 'text'>, missing: Outcome): Outcome {
  return done ? { exitCode: 1, json: { ...json, ...missing.json }, text: `${text}\n${missing.text}` } : missing
}

/** Opens the database of the running service, for as long as the work takes. */
async function withFlows(work: (context: FlowContext) => Promise<Outcome>): Promise<Outcome> {
  const read = readConfig(process.env)
  if (read.kind === 'invalid')
    return mistake('environment_invalid', `The environment is wrong: ${read.problems.join('; ')}.`)
  const found = await findDatabase(read.config)
  if ('exitCode' in found) return found
  const flows: Flows = await openFlows({ config: read.config, ...found, clock: systemClock, log: quiet })
  try {
    return await work(flows.context)
  } finally {
    await flows.close()
  }
}

async function findDatabase({ databaseUrl, dataDir, masterKey, masterKeyPrevious }: Config) {
  if (databaseUrl !== null && masterKey !== null)
    return { databaseUrl, masterKeys: { current: masterKey, previous: masterKeyPrevious } }
  const running = await findRunningDatabase(dataDir)
  if (running.kind === 'stopped')
    return mistake(
      'service_not_running',
      `No service is running with the database in ${running.dataDir}: start it (\`npm start\`), or set DATA_DIR or DATABASE_URL as it has them.`,
    )
  const current = masterKey ?? (await keptMasterKeyIn(dataDir))
  if (!current)
    return mistake(
      'environment_invalid',
      `There is no master key in ${running.dataDir}: the service is still starting, or has a MASTER_KEY that must be set here too.`,
    )
  return { databaseUrl: running.databaseUrl, masterKeys: { current, previous: masterKeyPrevious } }
}

function mistake(code: string, message: string, exitCode: 1 | 2 = 1): Outcome {
  return { exitCode, json: { error: { code, message } }, text: `${message}\n` }
}

function isError({ json }: Outcome): boolean {
  return Object.keys(json).join() === 'error'
}

/** Expected ones are for the operator to mend; the rest is a fault of the program, with its place. */
function failure(error: unknown): Outcome {
  if (error instanceof StartError || error instanceof EmbeddedPostgresError)
    return mistake('service_not_ready', error.message)
  const cause = isConnectionError(error) ? 'database_unavailable' : 'internal_error'
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).split('\n')
  if (cause === 'database_unavailable')
    return mistake(cause, `The database cannot be used: ${line || 'no connection'}.`)
  return { ...mistake(cause, line), text: `${error instanceof Error ? (error.stack ?? line) : line}\n` }
}

/** From the system (ECONNREFUSED …) or from PostgreSQL (28P01 wrong password, 3D000 no such database …), not from a statement's own fault. */
function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(E[A-Z]+|28\w{3}|3D\w{3}|08\w{3}|57P\w{2}|53\w{3}|42501)$/.test(code) || /timeout|terminated/i.test(error.message)
  )
}

await main(process.argv.slice(2))
