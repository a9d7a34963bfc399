import { spawnSync } from 'node:child_process'
import t from 'tap'
import { gatheredLines } from '../../server/engines/terminal/gathered-lines.ts'

t.test('the lines of one pass of the event loop are written together', async (t) => {
  const written: string[] = []
  const lines = gatheredLines((text) => written.push(text))
  lines.write('one\n')
  lines.write('two\n')
  await new Promise(setImmediate)
  lines.write('three\n')
  await new Promise(setImmediate)
  t.same(written, ['one\ntwo\n', 'three\n'])
})

for (const end of ['process.exit(3)', 'throw new Error("a defect")'])
  t.test(`a process that ends with ${end} writes its last line`, async (t) => {
    const file = new URL('../../server/engines/terminal/gathered-lines.ts', import.meta.url).href
    const script = `
      const { gatheredLines } = await import('${file}')
      gatheredLines((text) => void process.stdout.write(text)).write('the last line\\n')
      ${end}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    t.equal(stdout, 'the last line\n')
  })
