import { didYouMean } from '../../../spec/lib/nearest.ts'
import { commandNames, optionsOf, type CommandName } from './arguments.ts'
import { usageError } from './command-errors.ts'
import { eventTypes } from './event-types.ts'
import type { CommandContext } from './settings.ts'

/** The words that a command takes after its name. */
const wordsOf: Partial<Record<CommandName, readonly string[]>> = {
  trigger: Object.keys(eventTypes).filter((name) => name !== 'test.ping'),
  events: ['resend'],
  logs: ['tail'],
  completion: ['bash', 'zsh', 'fish'],
  help: commandNames,
}

/** `servicepay completion <shell>`: prints a script that completes commands, options and events. */
export function completion({ words: [shell], terminal }: CommandContext): Promise<void> {
  const shells = Object.keys(scripts)
  if (shell === undefined || !Object.hasOwn(scripts, shell))
    throw usageError(
      shell === undefined
        ? 'The name of the shell is missing.'
        : `There is no script for \`${shell}\`.${didYouMean(shell, shells)}`,
      'Run, for example: servicepay completion bash >> ~/.bashrc',
    )
  const script = scripts[shell as keyof typeof scripts]()
  terminal.object({ shell, script })
  terminal.say(script)
  return Promise.resolve()
}

/** A line of a shell's `case` for each command, with everything that can follow it. */
function cases(line: (command: CommandName, words: readonly string[], options: readonly string[]) => string): string {
  return commandNames
    .map((name) =>
      line(
        name,
        wordsOf[name] ?? [],
        optionsOf(name).map((each) => `--${each}`),
      ),
    )
    .join('\n')
}

const scripts = {
  bash: () => `# servicepay: completion for bash
_servicepay() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then words='${commandNames.join(' ')}'; else
    case \${COMP_WORDS[1]} in
${cases((command, words, options) => `      ${command}) words='${[...words, ...options].join(' ')}' ;;`)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _servicepay servicepay`,
  zsh: () => `#compdef servicepay
# servicepay: completion for zsh
_servicepay() {
  local -a choices
  if (( CURRENT == 2 )); then choices=(${commandNames.join(' ')}); else
    case $words[2] in
${cases((command, words, options) => `      ${command}) choices=(${[...words, ...options].join(' ')}) ;;`)}
    esac
  fi
  compadd -a choices || _files
}
compdef _servicepay servicepay`,
  fish: () => `# servicepay: completion for fish
complete -c servicepay -f -n __fish_use_subcommand -a '${commandNames.join(' ')}'
${cases((command, words, options) =>
  [
    ...(words.length > 0
      ? [`complete -c servicepay -f -n '__fish_seen_subcommand_from ${command}' -a '${words.join(' ')}'`]
      : []),
    ...options.map((each) => `complete -c servicepay -n '__fish_seen_subcommand_from ${command}' -l ${each.slice(2)}`),
  ].join('\n'),
)}`,
}
