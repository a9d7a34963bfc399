import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../../config/config.ts'
import { readMasterKey } from '../../config/data-files.ts'
import { runningRole } from '../../engines/embedded-postgres/roles.ts'
import { useEmbeddedDatabase } from '../../engines/embedded-postgres/use-database.ts'
import { printStep } from '../../engines/terminal/terminal.ts'
import { commandOf, failed, runIfStarted, succeeded, type Host, type Outcome } from '../operator-command.ts'
import { verifiedAs } from './outcome.ts'
import { NotVerifiable } from './verify-database.ts'

const helpText = `Verifies the database of the service: ledgers, states, secrets, constraints and indexes.

  npm run verify

The command reads the same variables as the service: DATA_DIR or DATABASE_URL, MASTER_KEY, CARD_KEY, … It writes
nothing, and payments can go on. Without MASTER_KEY it does not check whether the secrets of a server can be read. It
names the first 20 problems of each kind, with their ids, and counts the others.

  --json   print one JSON object, for scripts; with npm: npm run --silent verify -- --json
  --help   show this text

Exit codes: 0 when nothing is wrong, 1 when something is wrong or failed, 2 when the arguments are wrong.
`

async function run({ args, environment }: Host): Promise<Outcome> {
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    if (parseArgs({ args: [...args], options }).values.help) return succeeded({ help: helpText }, helpText)
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).split('.')[0] ?? ''
    return failed('usage', `${problem}. Run \`npm run verify -- --help\` for help.`, 2)
  }
  const read = readConfig(environment, { opensDatabase: false })
  if (read.kind === 'invalid')
    return failed('environment_invalid', `The environment is not valid: ${read.problems.join('; ')}.`)
  try {
    return await verified(read.config)
  } catch (error) {
    if (error instanceof NotVerifiable) return failed('not_verifiable', `${error.message}.`)
    throw error
  }
}

async function verified(config: Config): Promise<Outcome> {
  const address = config.databaseDirectUrl ?? config.databaseUrl
  const { masterKey } = config
  const onStep = printStep
  if (address !== null)
    return verifiedAs(config, { databaseUrl: address, adminUrl: null, runningRole: null, masterKey, onStep })
  const dataDir = resolve(config.dataDir)
  const outcome = await useEmbeddedDatabase(dataDir, async ({ ownerUrl, adminUrl }) =>
    verifiedAs(config, {
      // A database that this release has not migrated yet gives no rights to the other role.
      databaseUrl: ownerUrl,
      adminUrl,
      runningRole,
      masterKey: masterKey ?? (await readMasterKey(dataDir)),
      onStep,
    }),
  )
  if (outcome) return outcome
  return failed('no_database', `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the service.`)
}

export const verify = commandOf(run)

await runIfStarted(import.meta.filename, verify)
