import manifest from '../../package.json' with { type: 'json' }
import { commandNames, isCommand, parseOrder, type CommandName } from './arguments.ts'
import { complaintOf, usageError, type ExitCode } from './command-errors.ts'
import { helpOf } from './help.ts'
import { listen } from './listen.ts'
import { didYouMean } from './nearest.ts'
import { open } from './open.ts'
import { stateFolder, type Stage } from './settings.ts'
import { signup } from './signup.ts'
import { status } from './status.ts'
import { Terminal } from './terminal.ts'
import { trigger } from './trigger.ts'

/** As a shell tells a program that Ctrl-C ended. */
const interrupted = 130

const commands: Readonly<Record<CommandName, (stage: Stage) => Promise<void>>> = {
  listen,
  trigger,
  open,
  signup,
  status,
  help,
}

async function main(typed: readonly string[]): Promise<number> {
  const { env: environment } = process
  const terminal = new Terminal(typed.includes('--json'), environment)
  const ending = new AbortController()
  try {
    const { command, words, options } = parseOrder(typed)
    if (command === 'listen') endInOrder(ending)
    // Who reads the output has gone, as `head` does.
    process.stdout.on('error', () => (command === 'listen' ? ending.abort() : process.exit(1)))
    if (options.version) return show(terminal, { version: manifest.version }, manifest.version)
    if (options.help) return show(terminal, { help: helpOf(command) }, helpOf(command))
    await commands[command]({
      options,
      words,
      terminal,
      environment,
      signal: ending.signal,
      folder: stateFolder(options, environment),
    })
    return 0
  } catch (error) {
    return ending.signal.aborted ? 0 : complain(terminal, error)
  } finally {
    terminal.progress(null)
  }
}

function show(terminal: Terminal, object: object, text: string): ExitCode {
  terminal.object(object)
  terminal.say(text)
  return 0
}

async function help({ words: [word], terminal }: Stage): Promise<void> {
  if (word !== undefined && !isCommand(word))
    throw usageError(
      `There is no command \`${word}\`.${didYouMean(word, commandNames)}`,
      '`servicepay help` shows the commands.',
    )
  show(terminal, { help: helpOf(word ?? 'help') }, helpOf(word ?? 'help'))
}

function complain(terminal: Terminal, error: unknown): ExitCode {
  const { exitCode, ...complaint } = complaintOf(error)
  const { code, message, param, fix, doc_url, request_id } = complaint
  terminal.object({ error: complaint })
  terminal.note(`${terminal.paint('red', 'error')}  ${message} (${code}${param ? `, ${param}` : ''})`)
  terminal.note(`fix    ${fix}`)
  if (doc_url) terminal.note(`more   ${doc_url}${request_id ? `, request ${request_id}` : ''}`)
  return exitCode
}

/** A listener is meant to be ended by Ctrl-C, after the delivery under way; a second one ends it at once. */
function endInOrder(ending: AbortController): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => (ending.signal.aborted ? process.exit(interrupted) : ending.abort()))
  }
}

process.exitCode = await main(process.argv.slice(2))
