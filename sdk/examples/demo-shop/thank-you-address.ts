import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The page to which customers return after paying, unless the session has its own. One for each mode. */
export type ThankYouAddress =
  | { readonly kind: 'set'; readonly merchantId: string; restore(): Promise<void> }
  | { readonly kind: 'not_set'; readonly reason: string }

/** The output of the operator's command with `--json`. */
interface Report {
  readonly account: {
    readonly id: string
    readonly thank_you_url: { readonly test: string | null }
    readonly keys: readonly { readonly livemode: boolean; readonly last4: string; readonly revoked_at: string | null }[]
  }
}

/** The email address of the account whose key is in `.data/developer-key`. */
const developerEmail = 'developer@example.com'

/**
 * Makes the shop the thank-you address of its account, so that the hosted page sends customers back to it. A session
 * accepts only https addresses, so this uses the operator's command `npm run account`. The command needs the service's
 * variables and must reach its database.
 *
 * @param merchantId the account of the key; by default the developer's account
 */
export async function setThankYouAddress(
  secretKey: string,
  url: string,
  merchantId?: string,
): Promise<ThankYouAddress> {
  try {
    const found = await accountOf(secretKey, merchantId)
    if (!found)
      return {
        kind: 'not_set',
        reason: 'The shop does not know the account of the key: set SERVICEPAY_MERCHANT_ID to its id.',
      }
    const { id, thank_you_url } = found.account
    const former = thank_you_url.test === url || thank_you_url.test === null ? 'none' : thank_you_url.test
    await setTo(id, url)
    return { kind: 'set', merchantId: id, restore: () => setTo(id, former) }
  } catch (error) {
    return { kind: 'not_set', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function setTo(merchantId: string, url: string): Promise<void> {
  await accountCommand<Report>(merchantId, '--thank-you-url', url, '--mode', 'test')
}

async function accountOf(secretKey: string, merchantId: string | undefined): Promise<Report | undefined> {
  const ids = merchantId === undefined ? await developerAccounts() : [merchantId]
  for (const id of ids) {
    const report = await accountCommand<Report>(id)
    const ownsKey = report.account.keys.some(
      ({ livemode, last4, revoked_at }) => !livemode && revoked_at === null && secretKey.endsWith(last4),
    )
    if (ownsKey) return report
  }
  return undefined
}

async function developerAccounts(): Promise<string[]> {
  const { accounts } = await accountCommand<{ accounts: readonly { id: string; email: string }[] }>('--list')
  return accounts.filter(({ email }) => email === developerEmail).map(({ id }) => id)
}

/** Runs `npm run account -- <words> --json` without npm. Rejects with the error message of the command. */
function accountCommand<Result>(...words: string[]): Promise<Result> {
  const program = fileURLToPath(new URL('../../../server/commands/account/main.ts', import.meta.url))
  return new Promise((done, failed) => {
    execFile(process.execPath, [program, ...words, '--json'], { encoding: 'utf8' }, (error, stdout) => {
      const printed = parsed(stdout)
      if (error || !printed)
        failed(new Error(printed?.error?.message ?? 'The command `npm run account` could not be run.'))
      else done(printed as Result)
    })
  })
}

function parsed(text: string): { readonly error?: { readonly message: string } } | undefined {
  try {
    return JSON.parse(text) as { error?: { message: string } }
  } catch {
    return undefined
  }
}
