import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { codeBlocksOf } from '../docs/guides/code-blocks.ts'
import { complaints } from './compile.ts'
import { installPackage } from '../support/packed-sdk.ts'

// It packs and compiles, beside other test files.
t.setTimeout(300_000)

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const readme = readFileSync(fileURLToPath(new URL('../../sdk/README.md', import.meta.url)), 'utf8')

t.test('each code block of the README compiles on its own against the packed types', async (t) => {
  const project = await installPackage()
  t.teardown(() => project.remove())
  for (const name of ['express', '@types']) symlinkSync(join(modules, name), join(project.folder, 'node_modules', name))
  // A module has its own scope, so a name from another block is an error.
  const compile = (texts: readonly string[]): string[] =>
    complaints(
      texts.map((text, index) => project.write(`block-${index + 1}.mts`, text)),
      { allowImportingTsExtensions: false, types: ['node'], typeRoots: [join(modules, '@types')] },
    )

  const blocks = codeBlocksOf(readme).filter(({ language }) => language !== '')
  t.ok(blocks.length >= 9, `${blocks.length} blocks`)
  t.same(new Set(blocks.map(({ language }) => language)), new Set(['ts']))
  for (const { text } of blocks) t.match(text, /^import /, 'the block imports what it uses')
  t.same(compile(blocks.map(({ text }) => text)), [])

  const wrong = blocks.map(({ text }) => text.replaceAll(/^import .*\n/gm, ''))
  const filesWithErrors = new Set(compile(wrong).map((complaint) => complaint.split(':')[0]))
  t.equal(filesWithErrors.size, blocks.length, 'without its imports, no block compiles')
})
