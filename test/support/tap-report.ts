/** How many assertions went how. */
export interface TapTotals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What one test file printed. */
export interface FileReport {
  /** Null: the file did not reach its end. */
  readonly totals: TapTotals | null
  /** Comments of the form `figure: …`. */
  readonly figures: readonly string[]
  readonly lines: readonly string[]
}

/** Reads the lines that one test file prints, up to its totals. The lines of the next file may follow. */
export async function readReport(output: AsyncIterator<string>): Promise<FileReport> {
  const lines: string[] = []
  const figures: string[] = []
  for (;;) {
    const { done, value: line } = await output.next()
    if (done === true) return { totals: null, figures, lines }
    lines.push(line)
    const figure = /^\s*# figure: (.*)$/.exec(line)?.[1]
    if (figure !== undefined) figures.push(figure)
    const totals = totalsIn(line)
    if (totals !== null) return { totals, figures, lines }
  }
}

/** A file ends with `# { total: 13, pass: 7, fail: 4, skip: 2 }`, where zeros are left out. */
function totalsIn(line: string): TapTotals | null {
  if (!/^# \{ total: \d+/.test(line)) return null
  const count = (name: string): number => Number(new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') }
}

/** The assertions and tests that failed, without what the tests themselves printed as diagnostics. */
export function failedLines(lines: readonly string[]): string[] {
  const failed: string[] = []
  // Diagnostics are indented lines of YAML between `---` and `...`.
  let end: string | null = null
  for (const line of lines) {
    if (end !== null) {
      if (line === end) end = null
    } else if (/^\s*---$/.test(line)) end = line.replace('---', '...')
    else if (/^\s*not ok\b/.test(line)) failed.push(line.trim().replace(/ # time=.*$/, ''))
  }
  return failed
}
