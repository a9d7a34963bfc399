import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from './cache-folder.ts'
import { keepPassed, keyOfAll, keysOf, readPassed } from './passed-before.ts'

// npm run check: format, lint, unused code, types and generated files, without a test.
//
// It keeps in node_modules/.cache what has passed, so a clean install checks everything. A typed lint of a file depends
// on the types of what it imports, so its result counts while the file and the declarations of these stay the same.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

interface Check {
  readonly name: string
  readonly fix: string
  run(): Promise<{ readonly ok: boolean; readonly output: string }>
}

const checks: readonly Check[] = [
  { name: 'lint', fix: 'npm run lint -- --fix mends what a program can mend', run: lint },
  command('types', 'correct the types', [
    ...['tsc', '--noEmit', '--pretty', 'false'],
    ...['--incremental', '--tsBuildInfoFile', join(cacheFolder, 'check/types.json')],
  ]),
  command('format', 'npm run format', [
    ...['prettier', '--log-level', 'warn', '--check', '.'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', join(cacheFolder, 'check/format.json')],
  ]),
  command('unused', 'delete what is unused, or drop its `export`', [
    'knip',
    '--no-progress',
    '--treat-config-hints-as-errors',
  ]),
  {
    name: 'contract',
    fix: 'keep the contract, or declare the change with its reason in spec/released/declared.json',
    run: () => runProgram(process.execPath, ['spec/released/check.ts']),
  },
  { name: 'generated', fix: 'npm run generate, and commit generated/', run: checkGenerated },
]

function command(name: string, fix: string, [program = '', ...words]: readonly string[]): Check {
  return { name, fix, run: () => runProgram(bin(program), words) }
}

function runProgram(program: string, words: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() })
    })
  })
}

const lintedFile = join(cacheFolder, 'check/lint.json')

/** Lints the files that have not passed as they are now, with what they import. */
async function lint(): Promise<{ ok: boolean; output: string }> {
  const paths = globSync('{**,.*}/*.{ts,cts,mts,tsx,js,css,md}', {
    cwd: root,
    exclude: ['**/node_modules', 'generated', 'sdk/dist', '.data', '.tap', '.git'],
  })
  const keys = await keysOf(root, [...new Set(paths)], { shapesFile: join(cacheFolder, 'check/shapes.json') })
  const passed = readPassed(lintedFile)
  const open = [...keys].filter(([, key]) => !passed.has(key)).map(([path]) => path)
  if (open.length === 0) return { ok: true, output: '' }
  const result = await runProgram(bin('eslint'), ['-c', '.eslint.config.js', '--no-warn-ignored', ...open])
  // ESLint names each file with a problem, above its problems.
  const isClean = (path: string): boolean => result.ok || !result.output.includes(join(root, path))
  const hasRun = result.ok || result.output.includes('problem')
  if (hasRun)
    keepPassed(
      lintedFile,
      [...keys].filter(([path]) => isClean(path)).map(([, key]) => key),
    )
  return result
}

const generatedFile = join(cacheFolder, 'check/generated.json')

async function checkGenerated(): Promise<{ ok: boolean; output: string }> {
  const key = keyOfAll(root, ['spec/**', 'sdk/src/**', 'generated/**'])
  if (readPassed(generatedFile).has(key)) return { ok: true, output: '' }
  const result = await compareGenerated()
  if (result.ok) keepPassed(generatedFile, [key])
  return result
}

/** Generates into a temporary folder and compares every byte with what is committed. */
async function compareGenerated(): Promise<{ ok: boolean; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'servicepay-generated-'))
  try {
    const { ok, output } = await runProgram(process.execPath, ['spec/generate/main.ts', folder])
    if (!ok) return { ok, output }
    const names = new Set([...readdirSync(folder), ...readdirSync(join(root, 'generated'))])
    const stale = [...names].filter((name) => read(join(folder, name)) !== read(join(root, 'generated', name)))
    return {
      ok: stale.length === 0,
      output: stale.map((name) => `generated/${name} differs from the contract\n`).join(''),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Two at a time: the linter alone takes half of the time. */
async function main(): Promise<boolean> {
  const waiting = [...checks]
  let allOk = true
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const began = performance.now()
      const { ok, output } = await check.run()
      allOk &&= ok
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(`${ok ? 'ok    ' : 'not ok'} ${check.name} (${seconds} s)\n`)
      if (!ok) process.stdout.write(`${output}\nTo fix it: ${check.fix}\n`)
    }
  }
  await Promise.all([work(), work()])
  return allOk
}

const began = performance.now()
process.exitCode = (await main()) ? 0 : 1
process.stdout.write(`# check: ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
