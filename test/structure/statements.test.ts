import t from 'tap'
import ts from 'typescript'
import { lineOf, nodesOf, sourceFiles, type SourceFile } from './source-files.ts'

// A statement names its columns. A later release may add a column while this one runs, and PostgreSQL refuses a
// prepared statement whose result has changed.

const server = sourceFiles('server').filter(({ path }) => !path.startsWith('server/pages/docs/'))

/** Functions that return rows with the columns that the statement declares. */
const declaringFunctions = /^(?:unnest|jsonb?_to_recordset|generate_series|\()/

/** Where a statement takes all columns of a table. `*` of a subquery, a `with` part or a function is no such place. */
function starsIn(text: string): string[] {
  const isPart = (name: string): boolean => new RegExp(`\\b${name} as (?:materialized )?\\(`).test(text)
  const isDerived = (alias: string): boolean => {
    const [, part = ''] = new RegExp(`\\b(?:from|join) (\\w+) (?:as )?${alias}\\b`).exec(text) ?? []
    return new RegExp(`[)}] (?:as )?${alias}\\b`).test(text) || isPart(part)
  }
  const found: string[] = []
  for (const [all, source = ''] of text.matchAll(/\bselect\s+\*\s+from\s+(\S+)/g))
    if (!declaringFunctions.test(source) && !isPart(source)) found.push(all)
  for (const [all] of text.matchAll(/\breturning\s+\*/g)) found.push(all)
  for (const [all, alias = ''] of text.matchAll(/(?<![\w\\)\].])([a-z_]+)\.\*(?=[\s,])/g))
    if (!isDerived(alias) && !isPart(alias)) found.push(all)
  return found
}

function statementsIn(file: SourceFile): { text: string; line: number }[] {
  return nodesOf(file)
    .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    .map((node) => ({ text: node.getText().slice(1, -1), line: lineOf(node) }))
}

/** Cheaper than to parse every file. */
const maybeStar = /\b(?:select|returning)\s+\*|[a-z_]\.\*/

t.test('each statement names the columns that it reads', async (t) => {
  t.same(
    server
      .filter(({ text }) => maybeStar.test(text))
      .flatMap((file) =>
        statementsIn(file).flatMap(({ text, line }) => starsIn(text).map((star) => `${file.path}:${line}: ${star}`)),
      ),
    [],
  )
  t.same(starsIn('select * from refunds'), ['select * from refunds'])
  t.same(starsIn('insert into refunds (id) values ($1) returning *'), ['returning *'])
  t.same(starsIn('select r.*, s.id from refunds r join s on true'), ['r.*'])
  t.same(starsIn('with made as (select id from refunds) select * from made'), [])
  t.same(starsIn('select input.*, 1 from unnest($1::text[]) as input (id)'), [])
})

/** `db('table')` and `db.from('table')` of the query builder read every column until `select` names some. */
t.test('each query of the query builder names the columns that it reads', async (t) => {
  const names = new Set(['db', 'transaction'])
  const isBuilder = (node: ts.Node): boolean => {
    if (!ts.isCallExpression(node) || !node.arguments[0] || !ts.isStringLiteral(node.arguments[0])) return false
    const callee = node.expression
    if (ts.isIdentifier(callee)) return names.has(callee.text)
    return (
      ts.isPropertyAccessExpression(callee) && callee.name.text === 'from' && names.has(callee.expression.getText())
    )
  }
  const functionAround = (node: ts.Node): ts.Node => {
    let around = node
    while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent
    return around
  }
  t.same(
    server
      .filter(({ path }) => path.startsWith('server/store/'))
      .flatMap((file) =>
        nodesOf(file)
          .filter((node) => isBuilder(node) && !/\.(?:select|count|pluck)\b/.test(functionAround(node).getText()))
          .map((node) => `${file.path}:${lineOf(node)}`),
      ),
    [],
  )
})

/** What a file of the store exports, and whether concurrent calls of it share a statement. */
function readsOf(file: SourceFile): { name: string; isShared: boolean }[] {
  const shared = [...file.text.matchAll(/\bconst (\w+) = sharedRead\b/g)].map(([, name = '']) => name)
  const functions = nodesOf(file).filter(ts.isFunctionDeclaration)
  const names = new Set([...shared, ...functions.map(({ name }) => name?.text ?? '')])
  const callsShared = (text: string): boolean => shared.some((name) => new RegExp(`\\b${name}\\(`).test(text))
  return [...names].map((name) => ({
    name,
    isShared:
      shared.includes(name) ||
      functions.some((node) => node.name?.text === name && callsShared(node.body?.getText() ?? '')),
  }))
}

t.test('a read of the store is named `load…` if concurrent calls share its statement, and only then', async (t) => {
  const wrong = (files: readonly SourceFile[]): string[] =>
    files.flatMap((file) =>
      readsOf(file)
        .filter(({ name, isShared }) => /^load(?![a-z])/.test(name) !== isShared)
        .map(({ name }) => `${file.path}: ${name}`),
    )
  const store = server.filter(({ path }) => path.startsWith('server/store/'))
  t.ok(store.flatMap(readsOf).filter(({ isShared }) => isShared).length > 7, 'the test finds them')
  t.same(wrong(store), [])
  const named = (text: string): SourceFile => ({ path: 'server/store/a.ts', text })
  t.same(wrong([named('const load = sharedRead()\nfunction findA() { return load(1) }')]), ['server/store/a.ts: findA'])
  t.same(wrong([named('function loadA() { return run(1) }')]), ['server/store/a.ts: loadA'])
})
