import { helpText, parseCommand } from './account/arguments.ts'
import type { Command } from './account/arguments.ts'
import { readCredentials } from './account/credential-files.ts'
import { accountJson, listText, reportJson, reportText } from './account/report.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { readMasterKey } from './data-files.ts'
import { operator } from './domain/caller.ts'
import { systemClock } from './domain/clock.ts'
import type { CredentialValues } from './domain/credentials.ts'
import { EmbeddedPostgresError } from './embedded-postgres/embedded-postgres-error.ts'
import { findRunningDatabase } from './embedded-postgres/running-database.ts'
import { openFlows, silentLog, StartError } from './flow-context.ts'
import type { Flows } from './flow-context.ts'
import { makeResetLink } from './flows/change-password.ts'
import type { FlowContext } from './flows/context.ts'
import { changeAccount, readAccount, readAccounts } from './flows/manage-account.ts'
import { pingEndpoint } from './flows/ping-endpoint.ts'
import { acquirers } from './processors/acquirers.ts'

interface Outcome {
  /** 0: done. 1: something failed. 2: the arguments are wrong. */
  readonly exitCode: 0 | 1 | 2
  /** Printed with `--json`. */
  readonly json: object
  /** Printed without `--json`, on standard error when it is only an error. */
  readonly text: string
  readonly isError: boolean
}

type AccountCommand = Extract<Command, { kind: 'account' }>

async function main(args: readonly string[]): Promise<void> {
  const outcome = await run(parseCommand(args)).catch(failure)
  process.exitCode = outcome.exitCode
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify(outcome.json)}\n`)
  else (outcome.isError ? process.stderr : process.stdout).write(outcome.text)
}

async function run(command: Command): Promise<Outcome> {
  switch (command.kind) {
    case 'help':
      return succeeded({ help: helpText }, helpText)
    case 'usage_error':
      return failed('usage', `${command.message}. Run \`npm run account -- --help\` for help.`, 2)
    case 'list':
      return withFlows(list)
    case 'account': {
      const credentials: Record<string, CredentialValues> = {}
      for (const acquirer of acquirers) {
        const given = command.credentials[acquirer.name]
        const read = given && (await readCredentials(acquirer, given, process.stdin))
        if (read?.kind === 'wrong') return failed('credentials_invalid', read.message, 2)
        if (read) credentials[acquirer.name] = read.values
      }
      const changes = { ...command.changes, ...(Object.keys(credentials).length > 0 && { credentials }) }
      return withFlows((context) => changeAndShow(context, { ...command, changes }))
    }
  }
}

async function list(context: FlowContext): Promise<Outcome> {
  const merchants = await readAccounts(context)
  return succeeded({ accounts: merchants.map(accountJson) }, listText(merchants))
}

async function changeAndShow(
  context: FlowContext,
  { merchantId, changes, pingLivemode, resetPassword }: AccountCommand,
): Promise<Outcome> {
  const changed = Object.keys(changes).length === 0 ? null : await changeAccount(context, operator, merchantId, changes)
  if (changed?.kind === 'refused') return failed(changed.code, changed.message)
  const account = await readAccount(context, merchantId)
  if (!account) return failed('account_not_found', `There is no account ${merchantId}.`)
  const resetLink =
    resetPassword === null ? null : await makeResetLink(context, operator, { merchantId, email: resetPassword })
  const ping = pingLivemode === null ? null : await pingEndpoint(context, { merchantId, livemode: pingLivemode })
  const report = { context, account, changed, ping, resetLink }
  const done = succeeded(reportJson(report), reportText(report))
  if (resetPassword !== null && resetLink === null) {
    const message = `No person signs in to this account with ${JSON.stringify(resetPassword)}.`
    return partlyDone(changed, done, failed('person_not_found', message))
  }
  if (pingLivemode !== null && ping === null) {
    const message = `The account has no webhook address in ${pingLivemode ? 'live' : 'test'} mode.`
    return partlyDone(changed ?? resetLink, done, failed('no_webhook_endpoint', message))
  }
  return { ...done, exitCode: ping?.kind === 'failed' ? 1 : 0 }
}

/** The earlier changes stay in place, so the output must still show a new key or link. */
function partlyDone(change: unknown, done: Outcome, error: Outcome): Outcome {
  if (!change) return error
  return { ...done, exitCode: 1, json: { ...done.json, ...error.json }, text: `${done.text}\n${error.text}` }
}

/** Opens the database of the service until `work` ends. */
async function withFlows(work: (context: FlowContext) => Promise<Outcome>): Promise<Outcome> {
  const read = readConfig(process.env)
  if (read.kind === 'invalid')
    return failed('environment_invalid', `The environment is not valid: ${read.problems.join('; ')}.`)
  const found = await findDatabase(read.config)
  if ('exitCode' in found) return found
  const flows: Flows = await openFlows({ config: read.config, ...found, clock: systemClock, log: silentLog })
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
    return failed(
      'service_not_running',
      `No service is running with the database in ${running.dataDir}: start it (\`npm start\`), ` +
        'or set DATA_DIR or DATABASE_URL to the same value as for the service.',
    )
  const current = masterKey ?? (await readMasterKey(dataDir))
  if (!current)
    return failed(
      'environment_invalid',
      `There is no master key in ${running.dataDir}: wait until the service has started, ` +
        'or set MASTER_KEY to the same value as for the service.',
    )
  return { databaseUrl: running.databaseUrl, masterKeys: { current, previous: masterKeyPrevious } }
}

function succeeded(json: object, text: string): Outcome {
  return { exitCode: 0, json, text, isError: false }
}

function failed(code: string, message: string, exitCode: 1 | 2 = 1): Outcome {
  return { exitCode, json: { error: { code, message } }, text: `${message}\n`, isError: true }
}

/** One line for a problem that the operator can solve, and the stack for a bug. */
function failure(error: unknown): Outcome {
  if (error instanceof StartError || error instanceof EmbeddedPostgresError)
    return failed('service_not_ready', error.message)
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).split('\n')
  if (isConnectionError(error))
    return failed('database_unavailable', `Cannot use the database: ${line || 'no connection'}.`)
  const text = `${error instanceof Error ? (error.stack ?? line) : line}\n`
  return { ...failed('internal_error', line), text }
}

/**
 * Whether the error comes from the system (ECONNREFUSED …) or from PostgreSQL's access checks (28P01 wrong password,
 * 3D000 unknown database …), and not from a statement.
 */
function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(E[A-Z]+|28\w{3}|3D\w{3}|08\w{3}|57P\w{2}|53\w{3}|42501)$/.test(code) || /timeout|terminated/i.test(error.message)
  )
}

await main(process.argv.slice(2))
