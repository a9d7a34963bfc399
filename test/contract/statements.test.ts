import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { statements } from './statements.ts'
import type { Statement } from './statements.ts'

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
    'none is without a proof',
  )
  t.equal(
    new Set(statements.map(({ section, text }) => `${section} ${text}`)).size,
    statements.length,
    'each stands once',
  )
  t.ok(statements.length >= 150)
})

t.test('the table of statements', async (t) => {
  const table = tableOf(statements)
  // Standard error is shown by the runner also when all is well.
  process.stderr.write(`${table}\n`)
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
  return `  ${name.padEnd(34)} ${String(own.length).padStart(10)} ${String(proved).padStart(7)} ${String(own.length - proved).padStart(11)}`
}
