import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { quietPort } from '../../support/quiet-port.ts'
import { errorOf, fileNameOf, isForBrowser, isNotRun, type CodeBlock } from './code-blocks.ts'

/** The port of the servers in the examples. A test replaces it with a free one. The service's port may contain it. */
const portOfPages = /(?<!\d)4242(?!\d)/g

/** The result of running a page's blocks in order in one terminal, as a reader would. */
export interface PageRun {
  /** 0 when every block succeeded, or failed with the error that it announces. */
  readonly code: number | null
  readonly output: string
  /** The port of the page's own server. */
  readonly port: number
  /** Output of the servers in the background so far. */
  background(): string
  /** Ends the processes in the background. */
  end(): void
}

/**
 * Runs the blocks of a page in a temporary directory: `sh` blocks in one shell, in order, and then `js` blocks without
 * a file name as one module.
 * `modules` has the packed SDK, `environment` what the page says that the reader has set.
 */
export async function runPage(
  blocks: readonly CodeBlock[],
  { modules, environment }: { modules: string; environment: Record<string, string> },
): Promise<PageRun> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-page-'))
  const port = await quietPort()
  const runnable = blocks
    .filter((block) => !isNotRun(block))
    .map((block) => ({ ...block, text: block.text.replaceAll(portOfPages, String(port)) }))
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  for (const block of runnable) {
    const name = fileNameOf(block)
    if (name !== undefined) writeFileSync(join(folder, name), block.text)
  }
  const module = runnable.filter(isInModule)
  writeFileSync(join(folder, 'page.mjs'), module.map(({ text }) => text).join('\n'))
  writeFileSync(join(folder, 'page.sh'), scriptOf(runnable, port))
  const child = spawn('/bin/sh', ['page.sh'], {
    cwd: folder,
    env: { PATH: commandsIn(folder), HOME: folder, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((ended) => child.on('exit', ended))
  return {
    code,
    get output() {
      return output
    },
    port,
    background: () => readIfPresent(join(folder, 'background.log')),
    end: () => {
      endGroup(child.pid)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a block is a part of the page's module. */
function isInModule(block: CodeBlock): boolean {
  return block.language === 'js' && fileNameOf(block) === undefined && !isForBrowser(block)
}

/** Whether a block runs a program of Node: the page's own server, the `servicepay` command or the service. */
function runsNode({ text }: CodeBlock): boolean {
  return /^(node|npx|npm)\b|\$\(npx\b/m.test(text)
}

/**
 * The page as one shell script. Blocks that start a server run in the background until the page ends. Node is on the
 * PATH only of the blocks that run a program of Node.
 */
function scriptOf(blocks: readonly CodeBlock[], port: number): string {
  const servers = blocks.filter(({ text }) => /\.listen\(/.test(text)).map((block) => `node ${fileNameOf(block)}`)
  const steps = blocks
    .filter((block) => block.language === 'sh')
    .map((block, index) => {
      const path = runsNode(block) ? pathWithNode : 'PATH="$page_path"'
      const title = `${path}\necho '### sh block ${index + 1}'`
      if (servers.includes(block.text))
        return `${title}\n${block.text} >> background.log 2>&1 &\n${untilItListens(port)}`
      if (/^npx servicepay listen (?!--print)/.test(block.text))
        return [
          title,
          `${block.text} >> background.log 2>&1 &`,
          'until grep -q Forwarding background.log; do sleep 0.1; kill -0 $! || exit 1; done',
        ].join('\n')
      const error = errorOf(block)
      return `${title}\n${error ? expectingError(block.text, error.code) : block.text}`
    })
  return [
    'set -eu',
    'page_path=$PATH',
    ...steps,
    ...(blocks.some(isInModule) ? ["echo '### js'", pathWithNode, 'node page.mjs'] : []),
    // A call that fails in the middle of a block does not end the script by itself.
    'test ! -e failed-calls || { cat failed-calls; exit 1; }',
  ].join('\n')
}

function untilItListens(port: number): string {
  const connects =
    `require('net').connect(${port}, 'localhost')` +
    ".on('connect', () => process.exit(0)).on('error', () => process.exit(1))"
  return `until '${process.execPath}' -e "${connects}"; do sleep 0.1; kill -0 $! || exit 1; done`
}

function expectingError(text: string, code: string): string {
  return `if (
set -e
export FAILED_CALLS=expected-failures
${text}
) > error.json; then echo 'expected the error ${code}'; exit 1; fi
grep '"${code}"' error.json`
}

/** The standard tools of POSIX that the examples may use. */
const tools = ['cat', 'grep', 'od', 'sed', 'sh', 'sleep', 'tr']

/** Adds the folders of npx and of Node. */
const pathWithNode = `PATH="$PWD/node-commands:${dirname(process.execPath)}:$page_path"`

/** Runs an installed command, as npx does, which takes much longer to start than the command. */
const npx = `#!/bin/sh
command=$1
shift
exec "node_modules/.bin/$command" "$@"
`

/** Takes the package from the service, as npm does, but does not install it: it is installed already. */
const npm = `#!/bin/sh
test "$1" = install || exec '${realpathSync(programAt('npm') ?? process.execPath)}' "$@"
exec curl -o installed.tgz "$2"
`

/** The path of a program on the PATH of the tests. */
export function programAt(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/**
 * A folder with the tools of POSIX and with a curl that fails on an error reply, so that only announced errors pass.
 * It has no Node, because readers who call the API with curl may have none.
 */
function commandsIn(folder: string): string {
  const commands = join(folder, 'commands')
  mkdirSync(commands)
  for (const name of tools) symlinkSync(programAt(name) ?? name, join(commands, name))
  const curl = `#!/bin/sh
'${programAt('curl')}' -S --fail-with-body "$@" && exit
code=$?
echo "curl $*: $code" >> "\${FAILED_CALLS:-failed-calls}"
exit $code
`
  writeFileSync(join(commands, 'curl'), curl, { mode: 0o755 })
  mkdirSync(join(folder, 'node-commands'))
  writeFileSync(join(folder, 'node-commands/npx'), npx, { mode: 0o755 })
  writeFileSync(join(folder, 'node-commands/npm'), npm, { mode: 0o755 })
  return commands
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes have already ended.
  }
}
