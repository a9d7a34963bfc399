import { parse } from 'yaml'

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

/** An assertion that failed, or a test that ended with an error. */
export interface TestFailure {
  /** The names of the tests around it and its own. */
  readonly name: string
  /** `file:line`. Null: tap named no place. */
  readonly at: string | null
  /** The difference, or the error with its stack. */
  readonly details: readonly string[]
}

/** The diagnostics of an assertion, as far as they are shown. */
interface Diagnostics {
  readonly at?: { readonly fileName?: string; readonly lineNumber?: number }
  readonly diff?: string
  readonly found?: unknown
  readonly wanted?: unknown
  readonly stack?: string
  readonly expired?: string
}

const indentOfSubtest = 4

/** The failures in the TAP of one file. A test that only contains a failure is no failure of its own. */
export function failuresIn(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  const names: string[] = []
  // A subtest's result follows its assertions, one level further out.
  let deepest = -1
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const depth = Math.floor((line.length - line.trimStart().length) / indentOfSubtest)
    const subtest = /^\s*# Subtest: (.*)$/.exec(line)?.[1]
    if (subtest !== undefined) names.splice(depth, Infinity, subtest)
    const result = /^\s*(not )?ok\b(?: \d+)?(?: - )?(.*?)(?: # time=.*)?$/.exec(line)
    if (result === null) continue
    const block = diagnosticsAfter(lines, at)
    at += block.length
    if (result[1] === undefined) continue
    const containsFailure = deepest > depth
    deepest = depth
    if (!containsFailure) failures.push(failureOf([...names.slice(0, depth), result[2] ?? ''], block))
  }
  return failures
}

/** The lines of the YAML block that follows a result, its marks included. */
function diagnosticsAfter(lines: readonly string[], at: number): readonly string[] {
  const begin = lines[at + 1] ?? ''
  if (!/^\s*---$/.test(begin)) return []
  const end = lines.indexOf(begin.replace('---', '...'), at + 1)
  return end < 0 ? [] : lines.slice(at + 1, end + 1)
}

function failureOf(names: readonly string[], block: readonly string[]): TestFailure {
  const { at, diff, found, wanted, stack, expired } = parsed(block)
  const compared = wanted === undefined ? [] : [`wanted: ${JSON.stringify(wanted)}`, `found:  ${JSON.stringify(found)}`]
  const difference = diff?.trimEnd().split('\n') ?? compared
  return {
    name: names.join(' › '),
    at: at?.fileName === undefined ? null : `${at.fileName}:${String(at.lineNumber)}`,
    details: [
      ...(expired === undefined ? [] : [`expired: ${expired}`]),
      ...difference,
      // The place of a failed comparison says enough.
      ...(difference.length > 0 ? [] : (stack?.trimEnd().split('\n') ?? [])),
    ],
  }
}

function parsed(block: readonly string[]): Diagnostics {
  try {
    return (parse(block.slice(1, -1).join('\n')) as Diagnostics | null) ?? {}
  } catch {
    return {}
  }
}
