import { createInterface } from 'node:readline/promises'
import { ServicePay } from '../index.ts'
import { CommandError, usageError } from './command-errors.ts'
import { accountFile, accountText, chosenBaseUrl, savedAccount, type Stage } from './settings.ts'

/** A key in the right form that opens nothing: signing up needs none, the client wants one. */
const noKey = 'sk_test_none'

/** Makes a test account. Its key goes into a file that only this user can read, never to the screen. */
export async function signup(stage: Stage): Promise<void> {
  const { options, terminal, folder } = stage
  const path = folder.pathOf(accountFile)
  if (savedAccount(folder))
    throw new CommandError(
      1,
      'signed_up_already',
      `There is an account in ${path} already.`,
      'Use that one, delete the file, or name another folder with --state-dir.',
    )
  const client = new ServicePay(noKey, { baseUrl: chosenBaseUrl(stage) })
  const email = options.email ?? (await ask(stage))
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
  terminal.say(`Your test account is ${account.merchant_id}. Its secret key is in ${path}, for you alone.
The commands of servicepay take it from there. For your own program:
  node --env-file=${quoted(path)} server.js`)
}

async function ask({ terminal }: Stage): Promise<string> {
  if (terminal.json || !process.stdin.isTTY)
    throw usageError('--email is missing.', 'For instance: servicepay signup --email you@example.com')
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  questions.on('SIGINT', () => process.exit(130))
  try {
    return (await questions.question('Your email address: ')).trim()
  } finally {
    questions.close()
  }
}

function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path
}
