import { spawn } from 'node:child_process'
import { CommandError, usageError } from './command-errors.ts'
import { money } from './money.ts'
import { credentials, type CommandContext } from './settings.ts'

const sample = { amount: 2500, currency: 'GBP' } as const

/** Prints the address of a session's hosted page, and opens it. */
export async function open(context: CommandContext): Promise<void> {
  const { options, terminal } = context
  const params = {
    amount: amountOf(options.amount) ?? sample.amount,
    currency: options.currency ?? sample.currency,
    description: 'Made by servicepay open',
  }
  if (options.session && (options.amount ?? options.currency))
    throw usageError(
      'An existing session already has its amount.',
      'Leave out --amount and --currency, or leave out --session.',
    )
  const { client } = credentials(context)
  terminal.progress('waiting for the session')
  const { sessions } = client.checkout
  const { id, url, status, amount, currency } = await (options.session
    ? sessions.retrieve(options.session)
    : sessions.create(params))
  if (!isWebAddress(url)) throw new CommandError(1, 'no_page', `${id} has no hosted page.`, 'Check --base-url.')
  terminal.object({ id, url, status, amount, currency })
  terminal.note(`${id}: ${money(amount, currency)}, ${status}`)
  terminal.say(url)
  if (!options['no-browser'] && !terminal.json) showInBrowser(url, context.environment)
}

function amountOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw usageError(`--amount does not accept \`${text}\`.`, 'Pass it in the smallest unit: 2500 is 25.00 GBP.')
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Does nothing where there is no browser, because the address is printed too. */
function showInBrowser(url: string, environment: NodeJS.ProcessEnv): void {
  const [program, ...words] = openerOn(process.platform, environment)
  if (!program) return
  spawn(program, [...words, url], { env: environment, stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

function openerOn(platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : []
}
