import { readConfig, type Config } from '../../config/config.ts'
import { readMasterKey } from '../../config/data-files.ts'
import { systemClock } from '../../domain/time/clock.ts'
import { examine, type NamedFinding, type Patient } from './examine.ts'
import { jsonOf, summaryOf, textOf } from './report.ts'
import { findRunningDatabase } from '../../engines/embedded-postgres/running-database.ts'

const helpText = `Checks the variables, database, backups, disk, webhooks, address, certificate, clock and proxies.

  npm run doctor
  npm run doctor -- --quick
  npm run doctor -- --json

Run it with the variables of the service, before you start the service or while it runs. It prints one line for each
check, and says what to do about each problem. It changes nothing, prints no secrets, and ends with code 1 if a check
failed.

  --quick   leaves out the wait of 26 seconds for a slow reply
  --json    prints one JSON object
  --help    explains this
`

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) return print(helpText, 0)
  const unknown = words.find((word) => word !== '--quick' && word !== '--json')
  if (unknown !== undefined) {
    process.stderr.write(`Unknown argument ${unknown}. Run \`npm run doctor -- --help\` for help.\n`)
    return 2
  }
  const inJson = words.includes('--json')
  const findings: NamedFinding[] = []
  for await (const finding of findingsOf(process.env, !words.includes('--quick'))) {
    findings.push(finding)
    if (!inJson) await print(textOf(finding), 0)
  }
  const hasFailed = findings.some(({ verdict }) => verdict === 'failed')
  return print(inJson ? jsonOf(findings) : summaryOf(findings), hasFailed ? 1 : 0)
}

async function* findingsOf(environment: Readonly<NodeJS.ProcessEnv>, waits: boolean): AsyncGenerator<NamedFinding> {
  const read = readConfig(environment)
  const fix = 'Correct the variable; /docs/running#variables lists them all.'
  if (read.kind === 'config') yield* examine(await patientOf(read.config, waits))
  else for (const problem of read.problems) yield { check: 'settings', verdict: 'failed', says: `${problem}.`, fix }
}

async function patientOf(config: Config, waits: boolean): Promise<Patient> {
  const now = (): Date => systemClock.now()
  const running = config.databaseUrl === null ? await findRunningDatabase(config.dataDir) : null
  const databaseUrl = config.databaseUrl ?? (running?.kind === 'running' ? running.databaseUrl : null)
  const current = config.masterKey ?? (databaseUrl === null ? null : await readMasterKey(config.dataDir))
  return { config, databaseUrl, masterKeys: current && { current, previous: config.masterKeyPrevious }, now, waits }
}

/** Writes everything before it returns the exit code: the process ends at once with it. */
function print(text: string, exitCode: number): Promise<number> {
  return new Promise((settle) => process.stdout.write(text, () => settle(exitCode)))
}

main(process.argv.slice(2)).then(
  // A connection that hangs must not keep the process.
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`The doctor broke off: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
