import manifest from '../../package.json' with { type: 'json' }
import { completion } from './completion.ts'
import { commandNames, isCommand, parseCommandLine, type CommandName } from './arguments.ts'
import { errorReportOf, usageError, type ExitCode } from './command-errors.ts'
import { doctor } from './doctor.ts'
import { events } from './events.ts'
import { fixtures } from './fixtures.ts'
import { helpOf } from './help.ts'
import type { Host } from './host.ts'
import { listen } from './listen/listen.ts'
import { logs } from './logs.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { open } from './open.ts'
import { stateFolder, type CommandContext } from './settings.ts'
import { signup } from './signup.ts'
import { situation } from './situation.ts'
import { status } from './status.ts'
import { Terminal } from './terminal.ts'
import { trigger } from './trigger/trigger.ts'

/** The exit code that shells use for a program that Ctrl-C ended. */
const interrupted = 130

const commands: Readonly<Record<CommandName, (context: CommandContext) => Promise<void>>> = {
  listen,
  trigger,
  open,
  signup,
  events,
  situation,
  logs,
  status,
  doctor,
  fixtures,
  completion,
  help,
}

/** The commands that run until Ctrl-C. */
const endless: readonly CommandName[] = ['listen', 'logs']

/** Runs what was typed, and returns the exit code. */
export async function run(typed: readonly string[], host: Host): Promise<number> {
  const { environment } = host
  const terminal = new Terminal(typed.includes('--json'), host)
  const ending = new AbortController()
  try {
    const { command, words, options } = parseCommandLine(typed)
    const isEndless = endless.includes(command)
    if (isEndless) stopOnSignal(host, ending)
    // The program that reads the output has ended, as `head` does after its last line.
    host.output.on('error', () => (isEndless ? ending.abort() : host.exit(1)))
    if (options.version) return show(terminal, { version: manifest.version }, manifest.version)
    if (options.help) return show(terminal, { help: helpOf(command) }, helpOf(command))
    await commands[command]({
      options,
      words,
      terminal,
      host,
      environment,
      signal: ending.signal,
      folder: stateFolder(options, environment),
    })
    return 0
  } catch (error) {
    return ending.signal.aborted ? 0 : printError(terminal, error)
  } finally {
    terminal.progress(null)
  }
}

function show(terminal: Terminal, object: object, text: string): ExitCode {
  terminal.object(object)
  terminal.say(text)
  return 0
}

async function help({ words: [word], terminal }: CommandContext): Promise<void> {
  if (word !== undefined && !isCommand(word))
    throw usageError(
      `There is no command \`${word}\`.${didYouMean(word, commandNames)}`,
      'Run `servicepay help` to see the commands.',
    )
  show(terminal, { help: helpOf(word ?? 'help') }, helpOf(word ?? 'help'))
}

function printError(terminal: Terminal, error: unknown): ExitCode {
  const { exitCode, ...report } = errorReportOf(error)
  const { code, message, param, fix, doc_url, request_id } = report
  terminal.object({ error: report })
  terminal.note(`${terminal.paint('red', 'error')}  ${message} (${code}${param ? `, ${param}` : ''})`)
  terminal.note(`fix    ${fix}`)
  if (doc_url) terminal.note(`more   ${doc_url}${request_id ? `, request ${request_id}` : ''}`)
  return exitCode
}

/** Ctrl-C lets a listener finish the current delivery. A second Ctrl-C ends it at once. */
function stopOnSignal(host: Host, ending: AbortController): void {
  host.onSignal(() => (ending.signal.aborted ? host.exit(interrupted) : ending.abort()))
}
