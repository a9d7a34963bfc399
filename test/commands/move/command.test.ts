import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startProgram, temporaryDirectory } from '../../start/operator.ts'
import { refusal } from '../../start/refusal.ts'
import { moveFile } from './run-move.ts'
import { move } from '../../../server/commands/move/main.ts'
import { runCommand } from '../../support/run-command.ts'

const targetUrl = 'postgres://ada:hunter2@db.example:5432/shop'

t.test('missing settings and wrong arguments get one line, and the command creates nothing', async (t) => {
  const DATA_DIR = await temporaryDirectory(t)
  const said = (environment: Record<string, string>, ...args: string[]) =>
    runCommand(move, { DATA_DIR, ...environment }, ...args)
  t.match(await said({}), {
    code: 1,
    stdout: '',
    stderr: /^Give the address of an empty database: [^\n]*DATABASE_URL=[^\n]*\n$/,
  })
  t.match(await said({ DATABASE_URL: 'mysql://x' }), {
    code: 1,
    stderr: /^The environment is not valid: DATABASE_URL must [^\n]*\n$/,
  })
  t.match(await said({ DATABASE_URL: targetUrl }), { code: 1, stderr: /^There is no embedded database in [^\n]*\n$/ })
  t.match(await said({ DATABASE_URL: targetUrl }, '--force'), { code: 2, stderr: /^Unknown argument --force/ })
  t.match(await said({}, '--help'), { code: 0, stdout: /DATABASE_URL=postgres:\/\/… npm run move/, stderr: '' })
  t.same(await readdir(DATA_DIR), [])
})

t.test('a moved database does not start, and cannot be moved to a second server', async (t) => {
  const DATA_DIR = await temporaryDirectory(t)
  await mkdir(join(DATA_DIR, 'postgres'))
  await writeFile(join(DATA_DIR, 'postgres', 'PG_VERSION'), '18\n')
  await writeFile(join(DATA_DIR, 'moved-to'), 'other.example:5432/shop\n')
  t.match(
    await refusal({ DATA_DIR }),
    /^The database in [^\n]+ was moved to other\.example:5432\/shop: start with DATABASE_URL[^\n]*delete [^\n]*moved-to[^\n]*$/,
  )
  const again = startProgram(t, { DATA_DIR, DATABASE_URL: targetUrl }, [moveFile])
  t.equal(await again.ended(), 1)
  t.match(again.said.errors, /^The database in [^\n]+ was already moved to other\.example:5432\/shop\. [^\n]*\n$/)
})
