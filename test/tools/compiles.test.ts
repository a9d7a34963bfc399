import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { sdkExample, variablesOf } from '../../server/pages/docs/reference/call-examples.ts'
import { allOperations } from '../../server/pages/docs/reference/contract.ts'
import { guides } from '../../server/pages/docs/guides/guides.ts'
import { docsContext } from '../docs/docs-context.ts'
import { camelCase } from '../docs/example-facts.ts'
import { codeBlocksOf } from '../docs/guides/code-blocks.ts'
import { complaints } from '../support/compile.ts'
import { installPackage } from '../support/packed-sdk.ts'

// What is compiled against the packed package is in one file, because parsing the compiler's libraries takes most of
// the time.

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const typesOfNode = join(modules, '@types')
const readme = readFileSync(fileURLToPath(new URL('../../sdk/README.md', import.meta.url)), 'utf8')
const context = docsContext('https://pay.example', 'sk_test_public_demo')

const project = await installPackage()
t.teardown(() => project.remove())
for (const name of ['express', '@types']) symlinkSync(join(modules, name), join(project.folder, 'node_modules', name))

t.test('the types compile in every module mode, without skipLibCheck', async (t) => {
  const source = readFileSync(fileURLToPath(new URL('../sdk/types.ts', import.meta.url)), 'utf8')
  const text = source
    .replaceAll('../../sdk/src/index.ts', 'servicepay')
    .replaceAll('../../sdk/src/browser.ts', 'servicepay/browser')
  const [esm, cjs, bundled] = ['use.mts', 'use.cts', 'use.ts'].map((name) => project.write(name, text))
  const all = { skipLibCheck: false, allowImportingTsExtensions: false }
  t.same(
    complaints([esm ?? '', cjs ?? ''], {
      ...all,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
    }),
    [],
  )
  t.same(
    complaints([bundled ?? ''], {
      ...all,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      exactOptionalPropertyTypes: false,
    }),
    [],
  )
  const old = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    exactOptionalPropertyTypes: false,
  }
  t.same(complaints([bundled ?? ''], { ...all, ...old }), [], 'Node10 resolution, which ignores `exports`')
})

t.test('the types compile on a server without the DOM library', async (t) => {
  const text = `
    import { ServicePay, type Event } from 'servicepay'
    const client = new ServicePay('sk_test_1', { fetch: (url, init) => fetch(url, init) })
    const session = await client.checkout.sessions.retrieve('cs_test_1', { signal: AbortSignal.timeout(5) })
    export const status = session.lastResponse.headers.get('date')
    export const event: Event = await client.webhooks.constructEvent(Buffer.from('{}'), undefined, process.env.SECRET)
  `
  const server = project.write('server.mts', text)
  t.same(
    complaints([server], { skipLibCheck: false, lib: ['lib.es2022.d.ts'], types: ['node'], typeRoots: [typesOfNode] }),
    [],
  )
})

t.test('each code block of the README compiles on its own against the packed types', async (t) => {
  // A module has its own scope, so a name from another block is an error.
  const compile = (texts: readonly string[]): string[] =>
    complaints(
      texts.map((text, index) => project.write(`block-${index + 1}.mts`, text)),
      {
        allowImportingTsExtensions: false,
        noImplicitReturns: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        verbatimModuleSyntax: true,
        types: ['node'],
        typeRoots: [typesOfNode],
      },
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

t.test('TypeScript examples of the guides compile with the types of the package', async (t) => {
  const files = guides
    .flatMap((page) => codeBlocksOf(page.markdown(context)).map((block) => ({ path: page.path, ...block })))
    .filter(({ language }) => language === 'ts')
    .map(({ path, text }, index) => project.write(`${path}-${index}.mts`, text))
  t.ok(files.length >= 2, 'the test finds TypeScript examples')
  const wrong = project.write(
    'wrong.mts',
    `import type { CheckoutSessionCreateParams } from 'servicepay'
export const wrong: CheckoutSessionCreateParams = { amount: 'much' }
`,
  )
  const found = complaints([...files, wrong], { allowImportingTsExtensions: false })
  t.same(
    found.filter((complaint) => !complaint.startsWith(wrong)),
    [],
  )
  t.ok(found.length > 0, 'the compiler finds a mistake')
})

t.test('the SDK examples of the reference compile', async (t) => {
  const names = [...new Set(allOperations.flatMap((operation) => variablesOf(operation, context)))].map(camelCase)
  const functions = allOperations.flatMap((operation) => {
    const example = sdkExample(operation)
    return example === null
      ? []
      : [
          [
            `export async function ${operation.id}(`,
            ['servicepay: ServicePay', ...names.map((name) => `${name}: string`)].join(', '),
            `) {\n${example}\n}`,
          ].join(''),
        ]
  })
  const imported = "import { ServicePay } from 'servicepay'"
  const file = project.write('examples.mts', [imported, ...functions].join('\n\n'))
  const mistake =
    'export const wrong = (servicepay: ServicePay) => servicepay.checkout.sessions.create({ amount: "1" })'
  const wrong = project.write('wrong-example.mts', [imported, mistake].join('\n\n'))
  const found = complaints([file, wrong], { types: ['node'], typeRoots: [typesOfNode] })
  t.same(
    found.filter((complaint) => !complaint.startsWith(wrong)),
    [],
  )
  t.match(found.join(), 'is not assignable', 'the compiler finds a mistake')
})
