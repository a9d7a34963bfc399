import t from 'tap'
import { importCircles, importsOf, sourceFiles, type SourceFile } from './source-files.ts'

// generated ← domain ← trace ← postgres ← {store, processors, cards, webhooks, mail, limits} ← idempotency ← flows
//   ← {http, pages, dashboard, jobs, metrics, telemetry, doctor} ← app ← main

const vocabulary = ['spec/lib', 'generated']
const domain = [...vocabulary, 'server/domain']
/** What a request or job is about, and connections to PostgreSQL with their limits. */
const connections = ['server/engines/trace', 'server/engines/postgres']
const parts = [
  'server/store',
  'server/processors',
  'server/cards',
  'server/webhooks',
  'server/engines/mail',
  'server/engines/limits',
  'server/engines/second-factor',
]
/** The HTML helpers of the hosted pages and the dashboard. */
const markup = ['server/markup']
/** What makes the package of the SDK, which the service serves. */
const sdkPackage = ['sdk/package.json', 'sdk/package-files.ts', 'sdk/tarball.ts']
const flows = [...domain, ...connections, ...parts, 'server/engines/networks', 'server/idempotency', 'server/flows']
const edges = ['server/http', 'server/pages', 'server/dashboard', 'server/jobs']

/** What each room may import besides itself. The rooms of `parts` cannot import each other, nor those of `edges`. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'spec/lib': [],
  'spec/addresses': ['spec/lib'],
  'spec/adyen': [],
  'spec/generate': ['spec/lib', 'spec/adyen', 'spec/released/released.ts'],
  'spec/released': ['spec/generate', 'spec/released/released.ts'],
  'spec/released/released.ts': ['spec/generate'],
  // The methods of the SDK are calls of its client.
  'generated/sdk-resources.ts': ['generated', 'sdk'],
  generated: ['spec/lib'],
  'server/domain': vocabulary,
  'server/engines/trace': domain,
  'server/engines/postgres': [...domain, 'server/engines/trace'],
  'server/engines/networks': domain,
  ...Object.fromEntries(parts.map((room) => [room, [...domain, ...connections]])),
  // Mails to customers have the form's texts, and the HTML of our pages.
  'server/engines/mail': [...domain, ...connections, 'server/markup', 'form'],
  // A database remembers which release its tables need.
  'server/store': [...domain, ...connections, 'package.json'],
  'server/idempotency': [...domain, 'server/store'],
  'server/flows': [...domain, ...connections, ...parts, 'server/idempotency'],
  ...Object.fromEntries(edges.map((room) => [room, flows])),
  // The hosted pages use the form's translations.
  // The page of changes names the version of the service.
  // The page of limits names those that no variable changes.
  'server/pages': [
    ...flows,
    ...markup,
    'server/engines/build',
    'server/config/fixed-limits.ts',
    'form',
    'package.json',
    ...sdkPackage,
  ],
  'package.json': [],
  // The dashboard formats amounts as the form does.
  'server/dashboard': [...flows, ...markup, 'server/engines/build', 'form'],
  // The metrics receive observations: `server/app.ts` connects them with the edges.
  'server/engines/metrics': flows,
  // `server/app.ts` gives the tracer to all others.
  'server/engines/telemetry': flows,
  // Escaping knows what turns the direction of a text.
  'server/markup': ['spec/lib'],
  // What is built from the sources and kept for later starts.
  'server/engines/build': [],
  // The embedded database starts before everything else. What may not be in it is written beside the other rules of
  // PostgreSQL, because verification reads it too.
  'server/engines/embedded-postgres': ['server/domain', 'server/engines/postgres'],
  // Each acquirer declares its own variables.
  'server/config': [...domain, 'server/processors'],
  // WEBHOOK_ALLOW, SMTP_URL and TRUST_PROXY have their parsers in these rooms.
  'server/config/config.ts': [
    ...domain,
    'server/config',
    'server/processors',
    'server/webhooks',
    'server/engines/mail',
    'server/http',
  ],
  'server/config/data-files.ts': [...domain, 'server/engines/embedded-postgres'],
  'server/config/fixed-limits.ts': [],
  'server/engines/terminal/terminal.ts': [],
  'server/engines/terminal/gathered-lines.ts': [],
  'server/migration-output.ts': ['server/store', 'server/flows', 'server/engines/terminal/terminal.ts'],
  // A command moves the alarms of what it has written.
  'server/flow-context.ts': [...flows, 'server/config/config.ts', 'server/jobs'],
  'server/two-roles.ts': [...flows, 'server/flow-context.ts'],
  'server/start-problems.ts': [
    ...flows,
    'server/engines/postgres',
    'server/engines/embedded-postgres',
    'server/config/config.ts',
    'server/flow-context.ts',
  ],
  'server/check-connections.ts': [
    ...flows,
    'server/engines/postgres',
    'server/config/config.ts',
    'server/flow-context.ts',
  ],
  'server/bind-server.ts': [
    ...flows,
    ...edges,
    'server/engines/metrics',
    'server/config/config.ts',
    'server/config/fixed-limits.ts',
  ],
  'server/open-parts.ts': [
    ...flows,
    'server/engines/metrics',
    'server/engines/telemetry',
    'server/config/config.ts',
    'server/flow-context.ts',
  ],
  'server/app.ts': [
    ...flows,
    ...edges,
    'server/bind-server.ts',
    'server/open-parts.ts',
    'server/engines/postgres',
    'server/config/config.ts',
    'server/config/fixed-limits.ts',
    'server/flow-context.ts',
    'server/migration-output.ts',
  ],
  'server/welcome.ts': [...flows, 'server/config/config.ts', 'server/app.ts', 'server/config/data-files.ts'],
  'server/start-service.ts': [
    ...flows,
    ...edges,
    'server/config/config.ts',
    'server/flow-context.ts',
    'server/two-roles.ts',
    'server/start-problems.ts',
    'server/check-connections.ts',
    'server/app.ts',
    'server/config/data-files.ts',
    'server/engines/terminal/terminal.ts',
    'server/welcome.ts',
    'server/engines/embedded-postgres',
  ],
  'server/main.ts': [
    'server/start-problems.ts',
    'server/domain',
    'server/config/config.ts',
    'server/app.ts',
    'server/engines/terminal/gathered-lines.ts',
    'server/engines/terminal/terminal.ts',
    'server/start-service.ts',
    'server/config/ephemeral.ts',
    'server/serve-ephemeral.ts',
  ],
  'server/config/ephemeral.ts': [],
  'server/serve-ephemeral.ts': [
    ...domain,
    'server/config/config.ts',
    'server/config/ephemeral.ts',
    'server/app.ts',
    'server/flow-context.ts',
    'server/start-service.ts',
    'server/engines/build',
    'server/engines/embedded-postgres',
    'server/engines/terminal/gathered-lines.ts',
  ],
  'server/commands/scripts/main.ts': ['server/pages', 'spec/lib'],
  // It compares packages, and runs nothing of the service.
  'server/commands/supply': [],
  'server/commands/supply/main.ts': ['server/commands/supply'],
  'server/commands/doctor': [...flows, 'server/config/config.ts'],
  'server/commands/doctor/main.ts': [
    'server/domain',
    'server/commands/doctor',
    'server/config/config.ts',
    'server/config/data-files.ts',
    'server/engines/embedded-postgres',
  ],
  'server/commands/account': flows,
  'server/commands/operator-command.ts': [
    ...flows,
    'server/config/config.ts',
    'server/flow-context.ts',
    'server/config/data-files.ts',
    'server/engines/embedded-postgres',
  ],
  'server/commands/account/main.ts': [...flows, 'server/commands/account', 'server/commands/operator-command.ts'],
  'server/commands/reconcile/main.ts': [...flows, 'server/commands/operator-command.ts'],
  'server/commands/move': [...domain, ...connections, 'server/store'],
  'server/commands/move/main.ts': [
    'server/domain',
    'server/commands/move',
    'server/config/config.ts',
    'server/flow-context.ts',
    'server/two-roles.ts',
    'server/engines/terminal/terminal.ts',
    'server/app.ts',
    'server/config/data-files.ts',
    'server/engines/embedded-postgres',
    'server/commands/operator-command.ts',
  ],
  'server/commands/backup': [...domain, ...connections, 'server/store', 'server/engines/embedded-postgres'],
  'server/commands/backup/main.ts': [
    'server/commands/backup',
    'server/domain',
    'server/config/config.ts',
    'server/config/data-files.ts',
    'server/engines/embedded-postgres',
    'server/commands/operator-command.ts',
  ],
  // The outcome of a verification is that of an operator's command.
  'server/commands/verify': [...flows, 'server/config/config.ts', 'server/commands/operator-command.ts'],
  'server/commands/verify/main.ts': [
    'server/domain',
    'server/config/config.ts',
    'server/config/data-files.ts',
    'server/engines/embedded-postgres',
    'server/commands/operator-command.ts',
    'server/engines/terminal/terminal.ts',
    'server/commands/verify',
  ],
  'server/commands/restore': [
    ...domain,
    ...connections,
    'server/store',
    'server/engines/embedded-postgres',
    'server/commands/backup',
  ],
  'server/commands/restore/main.ts': [
    'server/commands/restore',
    'server/commands/backup',
    'server/domain',
    'server/config/config.ts',
    'server/config/data-files.ts',
    'server/engines/embedded-postgres',
    'server/commands/operator-command.ts',
    'server/engines/terminal/terminal.ts',
    'server/commands/verify',
  ],
  // The examples import the package by its name, as a merchant does.
  'sdk/examples': [],
  // The size of the package has a test, so it has only types from there. The command also has tables.
  sdk: ['generated', 'generated/sdk-resources.ts', 'spec/lib', ...sdkPackage],
  // It reads the sources, and imports none.
  'sdk/package-files.ts': [],
  'sdk/tarball.ts': [],
  'sdk/package.json': [],
  form: vocabulary,
}

/** Packages that only some rooms may import. */
const packageRooms: Readonly<Record<string, readonly string[]>> = {
  '@hapi/hapi': [...edges, 'server/app.ts', 'server/bind-server.ts', 'sdk/examples'],
  joi: ['spec/lib', ...edges],
  knex: ['server/store', 'server/processors'],
  // The job queue needs a pool for its own SQL. A move reads the catalogue and streams rows.
  pg: [
    'server/engines/postgres',
    'server/store',
    'server/processors',
    'server/jobs',
    'server/engines/embedded-postgres',
    'server/commands/move',
    // The protocol of a base backup has no other client.
    'server/commands/backup',
    'server/commands/verify',
  ],
  'pg-copy-streams': ['server/commands/move'],
  'embedded-postgres': ['server/engines/embedded-postgres'],
  nodemailer: ['server/engines/mail'],
  // Only `server/engines/second-factor` imports these, because the service loads them only when somebody needs them.
  otpauth: ['server/engines/second-factor'],
  '@simplewebauthn/server': ['server/engines/second-factor'],
  // Only `server/engines/metrics` imports it, because the service loads it only when metrics are enabled.
  'prom-client': ['server/engines/metrics'],
  // Only `server/engines/telemetry` imports these, because the service loads it only when traces are on.
  '@opentelemetry/api': ['server/engines/telemetry'],
  '@opentelemetry/exporter-trace-otlp-http': ['server/engines/telemetry'],
  '@opentelemetry/resources': ['server/engines/telemetry'],
  '@opentelemetry/sdk-trace-base': ['server/engines/telemetry'],
  'openapi-fetch': ['sdk', 'server/processors'],
  'csv-parse': ['server/processors'],
}

const files = sourceFiles('spec', 'generated', 'server', 'sdk', 'form')

function roomOf(path: string): string | undefined {
  // The deepest one: a file of a folder may have a rule of its own.
  return Object.keys(rooms)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]
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

t.test('the form and what shops run of the SDK import no modules of Node', async (t) => {
  const forNode = ['sdk/src/cli/', 'sdk/src/testing.ts', 'sdk/src/testing/']
  const outside = files.filter(
    ({ path }) =>
      path.startsWith('form/') || (path.startsWith('sdk/src/') && !forNode.some((each) => path.startsWith(each))),
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
  t.same(found('server/http/x.ts', "import { a } from '../engines/embedded-postgres/b.ts'"), [
    'server/http/x.ts → server/engines/embedded-postgres/b.ts',
  ])
  t.same(
    found(
      'server/http/x.ts',
      "import { a } from '../flows/b.ts'\nimport { c } from './d.ts'\nimport { e } from '../../generated/f.ts'",
    ),
    [],
  )
})
