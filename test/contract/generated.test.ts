import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { generate } from '../../spec/generate/main.ts'

const committed = fileURLToPath(new URL('../../generated', import.meta.url))

t.test('what is committed in generated/ is what the contract gives, byte for byte', async (t) => {
  const fresh = await mkdtemp(join(tmpdir(), 'generated-'))
  t.teardown(() => rm(fresh, { recursive: true }))
  await generate(fresh)
  const names = (await readdir(fresh)).sort()
  t.same((await readdir(committed)).sort(), names, 'the same files')
  for (const name of names) {
    const [now, then] = await Promise.all([readFile(join(fresh, name)), readFile(join(committed, name))])
    t.ok(now.equals(then), `${name}: run \`npm run generate\` and commit what it writes`)
  }
})
