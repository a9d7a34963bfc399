import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '../../start/operator.ts'

const root = join(import.meta.dirname, '../../..')

/** What a release consists of, without the packages, which both releases share. */
const parts = ['package.json', 'tsconfig.json', 'generated', 'server', 'form', 'sdk', 'spec']

/** Each kind of step that a release may take while others serve, on the tables that payments use most. */
const migration = `
import { constraintInTwoSteps, indexConcurrently, inOneTransaction } from './steps.ts'

const tables = ['checkout_sessions', 'card_attempts', 'events', 'deliveries', 'idempotency_keys', 'money_movements']

export const next = [
  inOneTransaction('create table next (id text primary key);'),
  ...tables.map((table) => inOneTransaction(\`alter table \${table} add column next text default 'none';\`)),
  indexConcurrently({ name: 'checkout_sessions_by_next', on: 'checkout_sessions (merchant_id, livemode, next, id)' }),
  indexConcurrently({ name: 'events_by_next', on: 'events (merchant_id, livemode, next, id)' }),
  constraintInTwoSteps({ table: 'card_attempts', name: 'next_is_short', rule: 'check (length(next) < 9)' }),
]
`

/**
 * Makes the release after this one, in a temporary folder: this one with another migration and another version. Returns
 * the file that starts it.
 */
export async function makeNextRelease(t: { teardown(work: () => unknown): void }): Promise<string> {
  const folder = join(await temporaryDirectory(t), 'release')
  for (const part of parts)
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('/node_modules'),
    })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, 'server/store/schema/migrations')
  await writeFile(join(migrations, '999-next.ts'), migration)
  await change(join(migrations, 'migrations.ts'), [
    [/^/, `import { next } from './999-next.ts'\n`],
    [/(migrations: readonly Migration\[\] = \[\n(?: .*\n)*)\]/, `$1  { name: '999-next', steps: next },\n]`],
  ])
  await change(join(folder, 'package.json'), [[/"version": "[\d.]+"/, '"version": "99.0.0"']])
  return join(folder, 'server/main.ts')
}

async function change(file: string, replacements: readonly (readonly [RegExp, string])[]): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [pattern, replacement] of replacements) {
    if (!pattern.test(text)) throw new Error(`Bug: ${file} has no ${String(pattern)}`)
    text = text.replace(pattern, replacement)
  }
  await writeFile(file, text)
}
