import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** How many assertions went how. */
export interface TapTotals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What one test file said. */
export interface FileReport {
  /** Null: it did not come to its end. */
  readonly totals: TapTotals | null
  /** What it commented as `figure: …`. */
  readonly figures: readonly string[]
  readonly lines: readonly string[]
}

/** Reads what a test file prints, to its end. */
export async function readReport(output: Readable): Promise<FileReport> {
  const lines: string[] = []
  const figures: string[] = []
  let totals: TapTotals | null = null
  for await (const line of createInterface({ input: output, crlfDelay: Infinity })) {
    lines.push(line)
    const figure = /^\s*# figure: (.*)$/.exec(line)?.[1]
    if (figure !== undefined) figures.push(figure)
    totals ??= totalsIn(line)
  }
  return { totals, figures, lines }
}

/** A file ends with `# { total: 13, pass: 7, fail: 4, skip: 2 }`, where what is zero is left out. */
function totalsIn(line: string): TapTotals | null {
  if (!/^# \{ total: \d+/.test(line)) return null
  const count = (name: string): number => Number(new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') }
}
