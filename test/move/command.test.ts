import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startProgram, temporaryDirectory } from '../start/operator.ts'
import { moveFile } from './run-move.ts'

const targetUrl = 'postgres://somebody:hunter2@db.example:5432/shop'

t.test('what is missing or not understood is told in a line, and nothing is made', async (t) => {
  const DATA_DIR = await temporaryDirectory(t)
  const said = async (environment: Record<string, string>, ...words: string[]) => {
    const run = startProgram(t, { DATA_DIR, ...environment }, [moveFile, ...words])
    return { code: await run.ended(), ...run.said }
  }
  t.match(await said({}), { code: 1, out: '', errors: /^Where to\? [^\n]*DATABASE_URL=[^\n]*\n$/ })
  t.match(await said({ DATABASE_URL: 'mysql://x' }), {
    code: 1,
    errors: /^The environment is wrong: DATABASE_URL must [^\n]*\n$/,
  })
  t.match(await said({ DATABASE_URL: targetUrl }), { code: 1, errors: /^There is no embedded database in [^\n]*\n$/ })
  t.match(await said({ DATABASE_URL: targetUrl }, '--force'), { code: 2, errors: /^--force is not understood/ })
  t.match(await said({}, '--help'), { code: 0, out: /DATABASE_URL=postgres:\/\/… npm run move/, errors: '' })
  t.same(await readdir(DATA_DIR), [])
})

t.test('a database that was moved starts no more beside its successor, and is not moved to a second one', async (t) => {
  const DATA_DIR = await temporaryDirectory(t)
  await mkdir(join(DATA_DIR, 'postgres'))
  await writeFile(join(DATA_DIR, 'postgres', 'PG_VERSION'), '18\n')
  await writeFile(join(DATA_DIR, 'moved-to'), 'other.example:5432/shop\n')
  const service = startProgram(t, { DATA_DIR })
  t.equal(await service.ended(), 1)
  t.match(
    service.said.errors,
    /^The service cannot start: The database in [^\n]+ was moved to other\.example:5432\/shop: start with DATABASE_URL[^\n]*delete [^\n]*moved-to[^\n]*\n$/,
  )
  const again = startProgram(t, { DATA_DIR, DATABASE_URL: targetUrl }, [moveFile])
  t.equal(await again.ended(), 1)
  t.match(again.said.errors, /^The database in [^\n]+ was moved to other\.example:5432\/shop already: [^\n]*\n$/)
})
