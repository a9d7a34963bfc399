import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm run check: format, lint, unused code, types and generated files, without a test.

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

interface Check {
  readonly name: string
  readonly fix: string
  run(): Promise<{ readonly ok: boolean; readonly output: string }>
}

const checks: readonly Check[] = [
  command('lint', 'npm run lint -- --fix mends what a program can mend', ['eslint', '-c', '.eslint.config.js', '.']),
  command('types', 'correct the types', ['tsc', '--noEmit', '--pretty', 'false']),
  command('format', 'npm run format', ['prettier', '--log-level', 'warn', '--check', '.']),
  command('unused', 'delete what is unused, or drop its `export`', [
    'knip',
    '--no-progress',
    '--treat-config-hints-as-errors',
  ]),
  { name: 'generated', fix: 'npm run generate, and commit generated/', run: compareGenerated },
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
