import t from 'tap'
import type { SourceFile } from './source-files.ts'
import { importCircles, importsOf, sourceFiles } from './source-files.ts'

// generated ← domain ← {store, processors, cards, webhooks, mail} ← idempotency ← flows ← {http, pages, dashboard, jobs, metrics} ← app ← main

const vocabulary = ['spec/lib', 'generated']
const domain = [...vocabulary, 'server/domain']
const parts = ['server/store', 'server/processors', 'server/cards', 'server/webhooks', 'server/mail']
/** What server-rendered pages of both kinds are written with. */
const markup = ['server/markup']
const flows = [...domain, ...parts, 'server/idempotency', 'server/flows']
const edges = ['server/http', 'server/pages', 'server/dashboard', 'server/jobs']

/** What each room may import besides itself. The rooms of `parts`, and those of `edges`, do not know each other. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'spec/lib': [],
  'spec/generate': ['spec/lib'],
  generated: ['spec/lib'],
  'server/domain': vocabulary,
  ...Object.fromEntries(parts.map((room) => [room, domain])),
  'server/idempotency': [...domain, 'server/store'],
  'server/flows': [...domain, ...parts, 'server/idempotency'],
  ...Object.fromEntries(edges.map((room) => [room, flows])),
  // The hosted pages speak the form's languages.
  'server/pages': [...flows, ...markup, 'form'],
  // The same amounts as customers read.
  'server/dashboard': [...flows, ...markup, 'form'],
  // Knows what happened by what it is told: the composition root connects it with the edges.
  'server/metrics': flows,
  'server/markup': [],
  // Starts before there is anything else.
  'server/embedded-postgres': ['server/domain'],
  // The address guard says what an exception in WEBHOOK_ALLOW may look like, the edge what TRUST_PROXY may be, and mail what SMTP_URL may be.
  'server/config': domain,
  'server/config.ts': [...domain, 'server/config', 'server/webhooks', 'server/mail', 'server/http'],
  'server/data-files.ts': domain,
  'server/terminal.ts': [],
  'server/flow-context.ts': [...flows, 'server/config.ts'],
  'server/app.ts': [...flows, ...edges, 'server/metrics', 'server/config.ts', 'server/flow-context.ts'],
  'server/welcome.ts': [...flows, 'server/config.ts', 'server/app.ts', 'server/data-files.ts'],
  'server/main.ts': [
    ...flows,
    ...edges,
    'server/config.ts',
    'server/flow-context.ts',
    'server/app.ts',
    'server/data-files.ts',
    'server/terminal.ts',
    'server/welcome.ts',
    'server/embedded-postgres',
  ],
  'server/account': flows,
  'server/account.ts': [
    ...flows,
    'server/account',
    'server/config.ts',
    'server/flow-context.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
  ],
  'server/move': [...domain, 'server/store'],
  'server/move.ts': [
    'server/domain',
    'server/move',
    'server/config.ts',
    'server/flow-context.ts',
    'server/terminal.ts',
    'server/app.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
  ],
  // Written as a merchant would: they know the package by its name alone.
  'sdk/examples': [],
  sdk: ['generated'],
  form: ['generated'],
}

/** Packages that belong to some rooms only. */
const homes: Readonly<Record<string, readonly string[]>> = {
  '@hapi/hapi': [...edges, 'server/app.ts', 'sdk/examples'],
  joi: ['spec/lib', ...edges],
  knex: ['server/store', 'server/processors'],
  // The job queue brings its own SQL and wants a pool; a move reads the catalogue and streams.
  pg: ['server/store', 'server/processors', 'server/jobs', 'server/embedded-postgres', 'server/move'],
  'pg-copy-streams': ['server/move'],
  'embedded-postgres': ['server/embedded-postgres'],
  nodemailer: ['server/mail'],
  // Loaded only where somebody asks for metrics: nobody else may bring it along.
  '@prometheus-io/client': ['server/metrics'],
  'openapi-fetch': ['sdk'],
}

const files = sourceFiles('spec', 'generated', 'server', 'sdk', 'form')

function roomOf(path: string): string | undefined {
  return Object.keys(rooms).find((room) => path === room || path.startsWith(`${room}/`))
}

function wrongArrows(file: SourceFile): string[] {
  const room = roomOf(file.path)
  return importsOf(file).files.flatMap((target) => {
    const other = roomOf(target)
    const isAllowed = other === room || (other !== undefined && room !== undefined && rooms[room]?.includes(other))
    return isAllowed ? [] : [`${file.path} → ${target}`]
  })
}

t.test('every source file stands in a room that has a place in the order', async (t) => {
  t.ok(files.length > 30, 'the files are found')
  t.same(
    files.filter(({ path }) => !roomOf(path)).map(({ path }) => path),
    [],
  )
})

t.test('imports run one way', async (t) => {
  t.same(files.flatMap(wrongArrows), [])
})

t.test('no file imports itself through other files', async (t) => {
  t.same(importCircles(files), [])
})

t.test('an import circle is found, of types and of dynamic imports too', async (t) => {
  const circle = [
    { path: 'form/a.ts', text: "import type { B } from './b.ts'" },
    { path: 'form/b.ts', text: "const c = await import('./deep/c.ts')" },
    { path: 'form/deep/c.ts', text: "export { a } from '../a.ts'" },
  ]
  const apart = [
    { path: 'form/d.ts', text: "import { a } from './a.ts'\nimport { e } from './e.ts'" },
    { path: 'form/e.ts', text: "import { b } from './b.ts'" },
  ]
  t.same(importCircles([...apart, ...circle]), [['form/a.ts', 'form/b.ts', 'form/deep/c.ts']])
  t.same(importCircles(apart), [])
})

t.test('a package is imported only in the rooms that it belongs to', async (t) => {
  const strays = files.flatMap((file) =>
    importsOf(file)
      .packages.filter((name) => homes[name] && !homes[name].includes(roomOf(file.path) ?? ''))
      .map((name) => `${file.path} → ${name}`),
  )
  t.same(strays, [])
})

t.test('the domain needs no package, and of Node only random numbers and a symbol', async (t) => {
  // node:util has the symbol by which card details print redacted.
  const allowed = ['node:crypto', 'node:util']
  const inDomain = files.filter(({ path }) => roomOf(path) === 'server/domain')
  t.same(
    inDomain.flatMap((file) =>
      importsOf(file)
        .packages.filter((name) => !allowed.includes(name))
        .map((name) => `${file.path} → ${name}`),
    ),
    [],
  )
})

t.test('the browser and the SDK import nothing of Node', async (t) => {
  const outside = files.filter(
    ({ path }) => path.startsWith('form/') || (path.startsWith('sdk/src/') && !path.startsWith('sdk/src/cli/')),
  )
  t.same(
    outside.flatMap((file) =>
      importsOf(file)
        .packages.filter((name) => name.startsWith('node:'))
        .map((name) => `${file.path} → ${name}`),
    ),
    [],
  )
})

t.test('an arrow that runs the other way is found', async (t) => {
  const found = (path: string, text: string): string[] => wrongArrows({ path, text })
  t.same(found('server/domain/x.ts', "import { a } from '../store/b.ts'"), ['server/domain/x.ts → server/store/b.ts'])
  t.same(found('server/cards/x.ts', "import type { A } from '../webhooks/b.ts'"), [
    'server/cards/x.ts → server/webhooks/b.ts',
  ])
  t.same(found('server/flows/x.ts', "export { a } from '../http/b.ts'"), ['server/flows/x.ts → server/http/b.ts'])
  t.same(found('sdk/src/x.ts', "const a = await import('../../server/domain/b.ts')"), [
    'sdk/src/x.ts → server/domain/b.ts',
  ])
  t.same(found('server/http/x.ts', "import { a } from '../embedded-postgres/b.ts'"), [
    'server/http/x.ts → server/embedded-postgres/b.ts',
  ])
  t.same(
    found(
      'server/http/x.ts',
      "import { a } from '../flows/b.ts'\nimport { c } from './d.ts'\nimport { e } from '../../generated/f.ts'",
    ),
    [],
  )
})
