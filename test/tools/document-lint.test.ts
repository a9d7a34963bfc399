import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { install, type Installed } from './install.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Keeps the linters from looking for updates and from sending usage data. */
const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }

let linters: Installed
t.before(async () => void (linters = await install(t, 'linters')))

async function output(words: string[]): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: root, env: quiet, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)))
  await new Promise((resolve) => child.once('close', resolve))
  if (said.stdout === '') throw new Error(`The linter printed no report: ${said.stderr}`)
  return said.stdout
}

t.test('Redocly finds no error and no warning in the document', async (t) => {
  const text = await output([
    linters.path('@redocly/cli/bin/cli.js'),
    'lint',
    'generated/merchant-api.json',
    '--config',
    '.redocly.yaml',
    '--format',
    'json',
  ])
  const { totals, problems } = JSON.parse(text) as { totals: object; problems: object[] }
  t.same(problems, [])
  t.same(totals, { errors: 0, warnings: 0, ignored: 0 })
})

t.test('Spectral finds nothing in the document, not even a hint', async (t) => {
  const text = await output([
    linters.path('@stoplight/spectral-cli/dist/index.js'),
    'lint',
    'generated/merchant-api.json',
    '-r',
    '.spectral.yaml',
    '--format',
    'json',
  ])
  // Spectral prints a sentence after the JSON.
  t.same(JSON.parse(text.replace(/No results with a severity.*/s, '')), [])
})
