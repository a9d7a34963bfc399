import type { NamedFinding } from './examine.ts'
import { counted } from './finding.ts'

const verdictWidth = 9
const checkWidth = 19

/** One line for the finding, and one for what to do. */
export function textOf({ verdict, check, says, fix }: NamedFinding): string {
  const indent = ' '.repeat(verdictWidth + checkWidth)
  const line = `${verdict.padEnd(verdictWidth)}${check.padEnd(checkWidth)}${says}\n`
  return fix === null ? line : `${line}${indent}Fix: ${fix}\n`
}

export function summaryOf(findings: readonly NamedFinding[]): string {
  const count = (wanted: string): number => findings.filter(({ verdict }) => verdict === wanted).length
  const counts = [
    counted(count('failed'), 'failure'),
    counted(count('warning'), 'warning'),
    `${count('skipped')} skipped`,
  ]
  return `\n${counts.join(', ')}\n`
}

export function jsonOf(findings: readonly NamedFinding[]): string {
  return `${JSON.stringify({ findings })}\n`
}
