// @ts-check
// Starts the service, built into one script. The first start of a version builds it. Where the service cannot keep it,
// the service runs from its sources, which takes longer to start and more memory.
import { enableCompileCache } from 'node:module'
import { keep, keptFile, readKept } from './engines/build/kept.js'

const buildOnly = process.argv.includes('--build-only')
const file = keptFile('program.mjs', ['package.json', 'generated', 'form', 'server', 'spec/lib'])
const isBuilt = readKept(file) !== null || (await build())
if (buildOnly) await buildPages()
else {
  // Node keeps what V8 has compiled, and checks it by the content of the script.
  if (isBuilt) enableCompileCache(`${file}.compiled`)
  await import(isBuilt ? file : './main.ts')
}

async function buildPages() {
  const { formAssets } = await import('./pages/form/form-assets.ts')
  const { dashboardAssets } = await import('./dashboard/shell/assets.ts')
  const { sdkPackage } = await import('./pages/sdk/sdk-package.ts')
  // One after the other, because each ends the bundler's process.
  for (const make of [formAssets, dashboardAssets, sdkPackage]) await make()
  if (isBuilt) return
  process.stderr.write(`The service cannot keep what it builds: ${file} cannot be written\n`)
  process.exitCode = 1
}

async function build() {
  if (process.stdout.isTTY) process.stdout.write('  Building the service (first start only)\n')
  try {
    const { buildProgram } = await import('./engines/build/build-program.ts')
    return keep(file, await buildProgram())
  } catch (error) {
    process.stderr.write(`The service runs from its sources, because it could not be built: ${String(error)}\n`)
    return false
  }
}
