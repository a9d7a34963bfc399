import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** How many assertions went how. */
export interface TapTotals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Reads the output of `tap --reporter=tap` to its end. Prints one line per test file after the figures that it commented, and all that a file said when it
 * failed: tap's own reporters either redraw the screen, which a log does not have, or print every assertion.
 */
export async function reportTap(output: Readable, print: (line: string) => void): Promise<TapTotals> {
  let said: string[] = []
  let totals: TapTotals | undefined
  for await (const line of createInterface({ input: output, crlfDelay: Infinity })) {
    const end = /^(ok|not ok) \d+ - (.*?)(?: # (.*))?$/.exec(line)
    const figure = /^\s*# figure: (.*)$/.exec(line)
    if (figure) print(`       ${figure[1]}`)
    totals ??= totalsIn(line)
    if (end?.[1] === 'not ok') for (const earlier of said) print(earlier)
    if (end) print(`${end[1] === 'ok' ? 'ok    ' : 'not ok'} ${end[2]}${seconds(end[3])}`)
    if (end) said = []
    // What stands between files is about the file before, or tap's own words.
    else if (!/^(TAP version|\d+\.\.\d+|# )/.test(line) || line.startsWith('# Subtest')) said.push(line)
  }
  for (const rest of said) if (rest.trim() !== '') print(rest)
  // Without a summary tap itself has died: one failure, whatever came before.
  return totals ?? { passed: 0, failed: 1, skipped: 0 }
}

/** tap ends with `# { total: 13, pass: 7, fail: 4, skip: 2 }`, where what is zero is left out. */
function totalsIn(line: string): TapTotals | undefined {
  if (!/^# \{ total: \d+/.test(line)) return undefined
  const count = (name: string): number => Number(new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') }
}

function seconds(comment: string | undefined): string {
  const time = /^time=([\d.]+)ms$/.exec(comment ?? '')
  return time ? ` (${(Number(time[1]) / 1_000).toFixed(1)} s)` : comment ? ` # ${comment}` : ''
}
