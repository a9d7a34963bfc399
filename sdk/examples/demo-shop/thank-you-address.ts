import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Where customers go after paying, when the session names no address. An account has one for each mode. */
export type ThankYouAddress =
  | { readonly kind: 'set'; readonly merchantId: string; restore(): Promise<void> }
  | { readonly kind: 'not_set'; readonly reason: string }

/** What the operator's command prints with `--json`. */
interface Report {
  readonly account: {
    readonly id: string
    readonly thank_you_url: { readonly test: string | null }
    readonly keys: readonly { readonly livemode: boolean; readonly last4: string; readonly revoked_at: string | null }[]
  }
}

/** The owner of `.data/developer-key`. */
const developerEmail = 'developer@example.com'

/**
 * Makes the shop the thank-you address of its own account, so that the hosted page comes back here. Sessions take https
 * addresses only, and this setting is the operator's: so it is done by the operator's command, `npm run account`, as one
 * would by hand. It works where the service's database can be reached, with the service's own variables.
 *
 * @param merchantId the account of the key; left out, the developer's account is looked for
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
        reason: 'The account of the key is not known here: set SERVICEPAY_MERCHANT_ID to its id.',
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
    const isIts = report.account.keys.some(
      ({ livemode, last4, revoked_at }) => !livemode && revoked_at === null && secretKey.endsWith(last4),
    )
    if (isIts) return report
  }
  return undefined
}

async function developerAccounts(): Promise<string[]> {
  const { accounts } = await accountCommand<{ accounts: readonly { id: string; email: string }[] }>('--list')
  return accounts.filter(({ email }) => email === developerEmail).map(({ id }) => id)
}

/** `npm run account -- <words> --json`, without npm between. Rejects with the command's own sentence. */
function accountCommand<Result>(...words: string[]): Promise<Result> {
  const program = fileURLToPath(new URL('../../../server/account.ts', import.meta.url))
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
