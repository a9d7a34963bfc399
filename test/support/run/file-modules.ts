import { registerHooks } from 'node:module'
import type { Test } from 'tap'

// Lets one process load many test files. Each file gets its own instance of every module under test/, except of those
// in test/support, and its own root test for `import t from 'tap'`. All files share the modules of the server and of
// packages. A query in the URL of a module says which file it belongs to.

const testFolder = new URL('../../', import.meta.url).href
const sharedFolder = new URL('../', import.meta.url).href
const tapOfFile = new URL('tap-of-file.ts', import.meta.url).href
const noDomains = new URL('no-domains.ts', import.meta.url).href

const roots = new Map<string, Test>()

/** Loads a test file, whose path starts with `test/`. Its tests become children of `root`. */
export async function loadForFile(file: string, root: Test): Promise<void> {
  roots.set(file, root)
  // The compile cache of Node keeps a module under its URL, which is therefore the same in each run.
  await import(`${testFolder}../${file}?file=${encodeURIComponent(file)}`)
}

/** The root test of the file that a module belongs to. */
export function rootOf(moduleUrl: string): Test {
  const root = roots.get(new URL(moduleUrl).searchParams.get('file') ?? '')
  if (root === undefined) throw new Error(`Bug: no test file has loaded ${moduleUrl}`)
  return root
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'async-hook-domain') return { url: noDomains, format: 'module-typescript', shortCircuit: true }
    const query = context.parentURL?.startsWith(testFolder) === true ? new URL(context.parentURL).search : ''
    if (query === '') return next(specifier, context)
    if (specifier === 'tap') return { url: tapOfFile + query, format: 'module-typescript', shortCircuit: true }
    const found = next(specifier, context)
    const isOwn = found.url.startsWith(testFolder) && !found.url.startsWith(sharedFolder)
    return isOwn ? { ...found, url: found.url + query } : found
  },
})
