import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { statements, type Statement } from './statements.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const texts = new Map<string, string>()

function textOf(file: string): string {
  const path = join(root, file)
  const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '')
  texts.set(file, text)
  return text
}

/** Whether a file has a test of exactly this name. */
function hasTest({ file, test }: Statement['proofs'][number]): boolean {
  const text = textOf(file).replaceAll(/\.test\(\s+/g, '.test(')
  return ["'", '`', '"'].some((quote) => text.includes(`.test(${quote}${test}${quote},`))
}

/** Whether `npm test` runs a test. */
function runsAlways({ file, test }: Statement['proofs'][number]): boolean {
  if (/^test\/(long|tools)\//.test(file)) return false
  const text = textOf(file).replaceAll(/,\s+/g, ', ')
  return !["'", '`', '"'].some((quote) => text.includes(`${quote}${test}${quote}, inFullRuns`))
}

function isProved({ proofs }: Statement): boolean {
  return proofs.length > 0 && proofs.every(hasTest)
}

t.test('every statement of the specification names the tests that prove it, and these exist', async (t) => {
  const missing = statements.flatMap(({ text, proofs }) =>
    proofs
      .filter((proof) => !hasTest(proof))
      .map(({ file, test }) => `${text}: ${file} has no test ${JSON.stringify(test)}`),
  )
  t.same(missing, [])
  t.same(
    statements.filter(({ proofs }) => proofs.length === 0).map(({ text }) => text),
    [],
    'every statement has a proof',
  )
  t.same(
    statements.filter(({ proofs }) => !proofs.some(runsAlways)).map(({ text }) => text),
    [],
    'every statement has a proof in each run of `npm test`',
  )
  t.equal(
    new Set(statements.map(({ section, text }) => `${section} ${text}`)).size,
    statements.length,
    'every statement appears once',
  )
  t.ok(statements.length >= 150)
})

t.test('the table counts the statements that are proved', async (t) => {
  const table = tableOf(statements)
  t.match(table, /not proved/)
})

function tableOf(all: readonly Statement[]): string {
  const sections = [...Map.groupBy(all, ({ section }) => section)]
  const rows = sections.map(([section, own]) => row(section, own))
  const open = all
    .filter((statement) => !isProved(statement))
    .map(({ section, text }) => `  not proved: ${section}: ${text}`)
  return [
    `${'Statements of the specification'.padEnd(36)} statements  proved  not proved`,
    ...rows,
    row('all', all),
    ...open,
  ].join('\n')
}

function row(name: string, own: readonly Statement[]): string {
  const proved = own.filter(isProved).length
  const [all, done, open] = [own.length, proved, own.length - proved].map(String)
  return `  ${name.padEnd(34)} ${all?.padStart(10)} ${done?.padStart(7)} ${open?.padStart(11)}`
}
