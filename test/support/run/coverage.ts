import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractDocument, listedReplies } from '../contract-document.ts'

export interface CoverageVerdict {
  /** Violations of the contract, one in a line. */
  readonly failures: readonly string[]
  /** Operation × status × code, and events, that the contract lists and no test has seen. */
  readonly neverSeen: readonly string[]
  /** How many of them the contract lists. */
  readonly expected: number
  /** A table for people. */
  readonly table: string
}

/** Compares the contract with what the tests of a run saw of it. `folder` is the run's CONTRACT_COVERAGE_DIR. */
export function readCoverage(folder: string): CoverageVerdict {
  const seen = new Set(linesOf(folder, '.seen'))
  const expected = [...listedReplies(), ...Object.keys(contractDocument.webhooks).map((type) => `event ${type}`)]
  return {
    failures: linesOf(folder, '.failures').map((line) => JSON.parse(line) as string),
    neverSeen: expected.filter((line) => !seen.has(line)),
    expected: expected.length,
    table: tableOf(expected, seen),
  }
}

function linesOf(folder: string, ending: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(ending))
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).filter((line) => line !== '')
}

/** One row for each operation and one for the events: how many of the listed replies the tests have seen. */
function tableOf(expected: readonly string[], seen: ReadonlySet<string>): string {
  const groups = Map.groupBy(expected, (line) => line.slice(0, line.indexOf(' ')))
  const rows = [...groups].map(([name, lines]) => {
    const count = lines.filter((line) => seen.has(line)).length
    const mark = count < lines.length ? '  ←' : ''
    return `  ${name.padEnd(28)} ${String(count).padStart(3)} of ${String(lines.length).padStart(3)}${mark}`
  })
  return ['Contract seen by the tests (operation × status × code; events)', ...rows].join('\n')
}
