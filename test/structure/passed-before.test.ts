import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { keysOf } from '../support/run/passed-before.ts'

const root = mkdtempSync(join(tmpdir(), 'servicepay-passed-'))
t.teardown(() => rmSync(root, { recursive: true }))

const money = (body: string, more = ''): string =>
  `export interface Money { amount: number }\nexport function half(money: Money): number { return ${body} }\n${more}`
const files = {
  'money.ts': money('money.amount / 2'),
  // Its declarations name those of money.ts.
  'price.ts': "import type { Money } from './money.ts'\nexport function price(): Money { return { amount: 1 } }\n",
  // Its declarations name no other file.
  'text.ts':
    "import { half } from './money.ts'\nexport function text(): string { return String(half({ amount: 1 })) }\n",
  // Its declarations depend on what the compiler infers.
  'inferred.ts': "import { half } from './money.ts'\nexport const halves = [1].map((amount) => half({ amount }))\n",
  'of-price.ts': "import { price } from './price.ts'\nexport const amount: number = price().amount\n",
  'of-text.ts': "import { text } from './text.ts'\nexport const length: number = text().length\n",
  'of-inferred.ts': "import { halves } from './inferred.ts'\nexport const count: number = halves.length\n",
  'global.ts': 'declare module "x" { interface Y { a: 1 } }\nexport function z(): number { return 1 }\n',
  'other.ts': 'export const other = 1\n',
  'tsconfig.json': '{}',
}
const names = Object.keys(files).filter((name) => name.endsWith('.ts'))

function write(changed: Record<string, string>): void {
  for (const [name, text] of Object.entries(changed)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

/** The files that have to be checked again after a change. */
async function concerned(changed: Record<string, string>): Promise<string[]> {
  const keys = () => keysOf(root, names, { shapesFile: join(root, 'cache/shapes.json') })
  write(files)
  const before = await keys()
  write(changed)
  const after = await keys()
  return names.filter((name) => before.get(name) !== after.get(name))
}

t.test('a file is checked again when it changes, or a declaration on which its types depend', async (t) => {
  t.same(await concerned({}), [])
  t.same(await concerned({ 'money.ts': money('money.amount * 0.5') }), ['money.ts'], 'a change within a function')
  const known = ['money.ts', 'price.ts', 'text.ts', 'inferred.ts', 'of-price.ts', 'of-inferred.ts']
  t.same(
    await concerned({ 'money.ts': money('money.amount / 2', 'export const most = 1\n') }),
    known,
    'a new export concerns all but those whose types it cannot reach',
  )
  t.same(
    await concerned({ 'inferred.ts': 'export const halves = ["1"]\n' }),
    ['inferred.ts', 'of-inferred.ts'],
    'a type that the compiler infers',
  )
  t.same(await concerned({ 'money.ts': money('0').replace('export f', '/** @deprecated */\nexport f') }), known)
  t.same(await concerned({ 'global.ts': files['global.ts'].replace('1 }', '2 }') }), names, 'types of a package')
  t.same(await concerned({ 'tsconfig.json': '{"a":1}' }), names)
})
