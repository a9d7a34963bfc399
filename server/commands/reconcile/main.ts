import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { operator } from '../../domain/accounts/caller.ts'
import type { FlowContext } from '../../flows/context.ts'
import { findAccountOfReport, importSettlement, type Imported } from '../../flows/settlement/import-settlement.ts'
import { countDifferencesOf } from '../../flows/settlement/read-settlement.ts'
import { commandOf, failed, runIfStarted, succeeded, withFlows, type Host, type Outcome } from '../operator-command.ts'
import { findReportingAcquirer, reportingAcquirers } from '../../flows/settlement/reporting-acquirers.ts'

const helpText = `Imports a settlement report of an acquirer and compares it with live payments and refunds.

  npm run reconcile -- <file> [options]

The file is the report as the acquirer produced it, unchanged: the page about the acquirer in the documentation (/docs)
names the report. The merchant account in the file chooses the account. The command works on the database of the
service and reads the same variables: DATA_DIR or DATABASE_URL, MASTER_KEY, …

  --account <merchant_id>   import for this account; needed when several are connected to the merchant account
  --acquirer <name>         whose report it is; needed when the service reads the reports of several acquirers
  --json                    print one JSON object, for scripts; with npm: npm run --silent reconcile -- …
  --help                    show this text

The import changes no payment and no line of the ledger. The same report again changes nothing; a longer one adds its
new lines. The differences are in the dashboard under Reconciliation, in live mode.
Exit codes: 0 when the report is imported, 1 when something failed, 2 when the arguments are wrong.
`

async function run(host: Host): Promise<Outcome> {
  const read = parsed(host.args)
  if ('problem' in read) return failed('usage', `${read.problem}. Run \`npm run reconcile -- --help\` for help.`, 2)
  if (read.help) return succeeded({ help: helpText }, helpText)
  const problem = await problemOf(read.file)
  if (problem !== null) return failed('file_unreadable', problem)
  return withFlows(host, (context) => importFile(context, read))
}

interface Asked {
  readonly help: boolean
  readonly file: string
  readonly account: string | null
  readonly acquirer: string | null
}

function parsed(args: readonly string[]): Asked | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        account: { type: 'string' },
        acquirer: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
    const [file, second] = positionals
    const help = values.help ?? false
    if (!help && file === undefined) return { problem: 'Name the file of the report' }
    if (second !== undefined) return { problem: 'Name one file: import reports one after the other' }
    return { help, file: file ?? '', account: values.account ?? null, acquirer: values.acquirer ?? null }
  } catch (error) {
    return { problem: (error instanceof Error ? error.message : String(error)).split('.')[0] ?? '' }
  }
}

async function problemOf(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? null : `${file} is not a file.`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code === 'ENOENT' ? `There is no file ${file}.` : `Cannot read the file ${file} (${code}).`
  }
}

async function importFile(context: FlowContext, { file, account, acquirer: name }: Asked): Promise<Outcome> {
  const acquirer = findReportingAcquirer(context, name)
  if (!acquirer) return failed('usage', whichAcquirer(context), 2)
  const found =
    account === null ? await findAccountOfReport(context, acquirer, createReadStream(file)) : { merchantId: account }
  if ('problem' in found) return failed('report_refused', found.problem)
  const scope = { merchantId: found.merchantId, livemode: true }
  const report = { acquirer, name: basename(file), bytes: createReadStream(file) }
  const imported = await importSettlement(context, scope, report, operator)
  if (imported.kind === 'refused') return failed('report_refused', imported.message)
  const differences = await countDifferencesOf(context, scope, null)
  return outcomeOf(imported, found.merchantId, differences)
}

function whichAcquirer(context: FlowContext): string {
  const names = reportingAcquirers(context).map(({ name }) => name)
  return `Name the acquirer of the report with --acquirer: ${names.join(' or ')}.`
}

type Counts = Awaited<ReturnType<typeof countDifferencesOf>>

function outcomeOf(
  { kind, report }: Exclude<Imported, { kind: 'refused' }>,
  merchantId: string,
  differences: Counts,
): Outcome {
  const { id, lines, new_lines: newLines } = report
  const json = {
    account: merchantId,
    report: { id, merchant_account: report.account, lines, new_lines: kind === 'known' ? 0 : newLines },
    already_imported: kind === 'known',
    differences: Object.fromEntries(differences.map(({ code, count }) => [code, count])),
  }
  const what =
    kind === 'known'
      ? `This report was imported on ${report.created_at.toISOString()}. Nothing has changed.`
      : `Imported ${newLines} new lines (of ${lines}) of ${report.account} for the account ${merchantId}.`
  const found =
    differences.length === 0
      ? 'There are no differences.'
      : `Differences of all reports so far, with advice in the dashboard under Reconciliation:\n${differences
          .map(({ code, count }) => `  ${code.padEnd(24)}${count}`)
          .join('\n')}`
  return succeeded(json, `${what}\n${found}\n`)
}

export const reconcile = commandOf(run)

await runIfStarted(import.meta.filename, reconcile)
