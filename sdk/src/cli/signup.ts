import { createInterface } from 'node:readline/promises'
import { ServicePay } from '../index.ts'
import { CommandError, usageError } from './command-errors.ts'
import { accountFile, accountText, chosenBaseUrl, savedAccount, type CommandContext } from './settings.ts'

/** The client requires a key, although signing up needs none. This one has the right format and opens no account. */
const placeholderKey = 'sk_test_none'

/** Makes a test account. Writes its key to a file that only this user can read, and never shows it. */
export async function signup(context: CommandContext): Promise<void> {
  const { options, terminal, folder } = context
  const path = folder.pathOf(accountFile)
  if (savedAccount(folder))
    throw new CommandError(
      1,
      'signed_up_already',
      `There is already an account in ${path}.`,
      'Use that account, delete the file, or choose another folder with --state-dir.',
    )
  const client = new ServicePay(placeholderKey, { baseUrl: chosenBaseUrl(context) })
  const email = options.email ?? (await ask(context))
  const businessName = options['business-name']
  terminal.progress('signing up')
  const account = await client.sandbox.signup({
    email,
    ...(businessName === undefined ? {} : { business_name: businessName }),
  })
  folder.write(accountFile, accountText({ key: account.secret_key, baseUrl: client.baseUrl }))
  terminal.object({
    merchant_id: account.merchant_id,
    livemode: account.livemode,
    base_url: client.baseUrl,
    saved_to: path,
  })
  terminal.say(`Your test account is ${account.merchant_id}. Its secret key is in ${path}, which only you can read.
The servicepay commands find the key there. Start your own program with it:
  node --env-file=${quoted(path)} server.js`)
}

async function ask({ terminal, host }: CommandContext): Promise<string> {
  if (terminal.json || !host.input.isTTY)
    throw usageError('--email is missing.', 'Run, for example: servicepay signup --email you@example.com')
  const questions = createInterface({ input: host.input, output: host.errors })
  questions.on('SIGINT', () => host.exit(130))
  try {
    return (await questions.question('Your email address: ')).trim()
  } finally {
    questions.close()
  }
}

function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path
}
