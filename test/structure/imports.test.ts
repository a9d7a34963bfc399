import t from 'tap'
import type { SourceFile } from './source-files.ts'
import { importCircles, importsOf, sourceFiles } from './source-files.ts'

// generated ← domain ← trace ← postgres ← {store, processors, cards, webhooks, mail, limits} ← idempotency ← flows
//   ← {http, pages, dashboard, jobs, metrics, telemetry, doctor} ← app ← main

const vocabulary = ['spec/lib', 'generated']
const domain = [...vocabulary, 'server/domain']
/** What a request or job is about, and connections to PostgreSQL with their limits. */
const connections = ['server/trace', 'server/postgres']
const parts = ['server/store', 'server/processors', 'server/cards', 'server/webhooks', 'server/mail', 'server/limits']
/** The HTML helpers of the hosted pages and the dashboard. */
const markup = ['server/markup']
const flows = [...domain, ...connections, ...parts, 'server/idempotency', 'server/flows']
const edges = ['server/http', 'server/pages', 'server/dashboard', 'server/jobs']

/** What each room may import besides itself. The rooms of `parts` cannot import each other, nor those of `edges`. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'spec/lib': [],
  'spec/addresses': ['spec/lib'],
  'spec/adyen': [],
  'spec/generate': ['spec/lib', 'spec/adyen'],
  // The methods of the SDK are calls of its client.
  'generated/sdk-resources.ts': ['generated', 'sdk'],
  generated: ['spec/lib'],
  'server/domain': vocabulary,
  'server/trace': domain,
  'server/postgres': [...domain, 'server/trace'],
  ...Object.fromEntries(parts.map((room) => [room, [...domain, ...connections]])),
  // A database remembers which release its tables need.
  'server/store': [...domain, ...connections, 'package.json'],
  'server/idempotency': [...domain, 'server/store'],
  'server/flows': [...domain, ...connections, ...parts, 'server/idempotency'],
  ...Object.fromEntries(edges.map((room) => [room, flows])),
  // The hosted pages use the form's translations.
  // The page of changes names the version of the service.
  'server/pages': [...flows, ...markup, 'server/build', 'form', 'package.json'],
  'package.json': [],
  // The dashboard formats amounts as the form does.
  'server/dashboard': [...flows, ...markup, 'server/build', 'form'],
  // The metrics receive observations: `server/app.ts` connects them with the edges.
  'server/metrics': flows,
  // `server/app.ts` gives the tracer to all others.
  'server/telemetry': flows,
  'server/markup': [],
  // What is built from the sources and kept for later starts.
  'server/build': [],
  // The embedded database starts before everything else. What may not be in it is written beside the other rules of
  // PostgreSQL, because verification reads it too.
  'server/embedded-postgres': ['server/domain', 'server/postgres'],
  // Each acquirer declares its own variables.
  'server/config': [...domain, 'server/processors'],
  // WEBHOOK_ALLOW, SMTP_URL and TRUST_PROXY have their parsers in these rooms.
  'server/config.ts': [
    ...domain,
    'server/config',
    'server/processors',
    'server/webhooks',
    'server/mail',
    'server/http',
  ],
  'server/data-files.ts': domain,
  'server/terminal.ts': [],
  'server/gathered-lines.ts': [],
  'server/migration-output.ts': ['server/store', 'server/flows', 'server/terminal.ts'],
  'server/flow-context.ts': [...flows, 'server/config.ts'],
  'server/check-connections.ts': [...flows, 'server/postgres', 'server/config.ts', 'server/flow-context.ts'],
  'server/app.ts': [
    ...flows,
    ...edges,
    'server/postgres',
    'server/metrics',
    'server/telemetry',
    'server/config.ts',
    'server/flow-context.ts',
    'server/migration-output.ts',
  ],
  'server/welcome.ts': [...flows, 'server/config.ts', 'server/app.ts', 'server/data-files.ts'],
  'server/start-service.ts': [
    ...flows,
    ...edges,
    'server/config.ts',
    'server/flow-context.ts',
    'server/check-connections.ts',
    'server/app.ts',
    'server/data-files.ts',
    'server/terminal.ts',
    'server/welcome.ts',
    'server/embedded-postgres',
  ],
  'server/main.ts': [
    'server/domain',
    'server/config.ts',
    'server/app.ts',
    'server/gathered-lines.ts',
    'server/terminal.ts',
    'server/start-service.ts',
  ],
  'server/scripts.ts': ['server/pages'],
  // It compares packages, and runs nothing of the service.
  'server/supply': [],
  'server/supply.ts': ['server/supply'],
  'server/doctor': [...flows, 'server/config.ts'],
  'server/doctor.ts': [
    'server/domain',
    'server/doctor',
    'server/config.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
  ],
  'server/account': flows,
  'server/operator-command.ts': [
    ...flows,
    'server/config.ts',
    'server/flow-context.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
  ],
  'server/account.ts': [...flows, 'server/account', 'server/operator-command.ts'],
  'server/reconcile.ts': [...flows, 'server/operator-command.ts'],
  'server/move': [...domain, ...connections, 'server/store'],
  'server/move.ts': [
    'server/domain',
    'server/move',
    'server/config.ts',
    'server/flow-context.ts',
    'server/terminal.ts',
    'server/app.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
    'server/operator-command.ts',
  ],
  'server/backup': [...domain, ...connections, 'server/store', 'server/embedded-postgres'],
  'server/backup.ts': [
    'server/backup',
    'server/domain',
    'server/config.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
    'server/operator-command.ts',
  ],
  // The outcome of a verification is that of an operator's command.
  'server/verify': [...flows, 'server/operator-command.ts'],
  'server/verify.ts': [
    'server/domain',
    'server/config.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
    'server/operator-command.ts',
    'server/terminal.ts',
    'server/verify',
  ],
  'server/restore.ts': [
    'server/backup',
    'server/domain',
    'server/config.ts',
    'server/data-files.ts',
    'server/embedded-postgres',
    'server/operator-command.ts',
    'server/terminal.ts',
    'server/verify',
  ],
  // The examples import the package by its name, as a merchant does.
  'sdk/examples': [],
  sdk: ['generated', 'generated/sdk-resources.ts'],
  form: vocabulary,
}

/** Packages that only some rooms may import. */
const packageRooms: Readonly<Record<string, readonly string[]>> = {
  '@hapi/hapi': [...edges, 'server/app.ts', 'sdk/examples'],
  joi: ['spec/lib', ...edges],
  knex: ['server/store', 'server/processors'],
  // The job queue needs a pool for its own SQL. A move reads the catalogue and streams rows.
  pg: [
    'server/postgres',
    'server/store',
    'server/processors',
    'server/jobs',
    'server/embedded-postgres',
    'server/move',
    // The protocol of a base backup has no other client.
    'server/backup',
    'server/verify',
  ],
  'pg-copy-streams': ['server/move'],
  'embedded-postgres': ['server/embedded-postgres'],
  nodemailer: ['server/mail'],
  // Only `server/metrics` imports it, because the service loads it only when metrics are enabled.
  'prom-client': ['server/metrics'],
  // Only `server/telemetry` imports these, because the service loads it only when traces are on.
  '@opentelemetry/api': ['server/telemetry'],
  '@opentelemetry/exporter-trace-otlp-http': ['server/telemetry'],
  '@opentelemetry/resources': ['server/telemetry'],
  '@opentelemetry/sdk-trace-base': ['server/telemetry'],
  'openapi-fetch': ['sdk', 'server/processors'],
  'csv-parse': ['server/processors'],
}

const files = sourceFiles('spec', 'generated', 'server', 'sdk', 'form')

function roomOf(path: string): string | undefined {
  return Object.keys(rooms).find((room) => path === room || path.startsWith(`${room}/`))
}

function wrongImports(file: SourceFile): string[] {
  const room = roomOf(file.path)
  return importsOf(file).files.flatMap((target) => {
    const other = roomOf(target)
    const isAllowed = other === room || (other !== undefined && room !== undefined && rooms[room]?.includes(other))
    return isAllowed ? [] : [`${file.path} → ${target}`]
  })
}

t.test('every source file belongs to a room of the import order', async (t) => {
  t.ok(files.length > 30, 'the test finds the files')
  t.same(
    files.filter(({ path }) => !roomOf(path)).map(({ path }) => path),
    [],
  )
})

t.test('imports follow the order of the rooms', async (t) => {
  t.same(files.flatMap(wrongImports), [])
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

t.test('only the listed rooms import a restricted package', async (t) => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .packages.filter((name) => packageRooms[name] && !packageRooms[name].includes(roomOf(file.path) ?? ''))
      .map((name) => `${file.path} → ${name}`),
  )
  t.same(wrong, [])
})

t.test('the domain imports no package, and only crypto and util of Node', async (t) => {
  // node:util has the symbol for printing card details redacted.
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

t.test('the form and the SDK import no modules of Node', async (t) => {
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

t.test('the check finds an import against the order', async (t) => {
  const found = (path: string, text: string): string[] => wrongImports({ path, text })
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
