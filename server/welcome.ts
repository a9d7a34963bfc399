import { operations } from '../generated/operations.ts'
import type { App } from './app.ts'
import { clientSecretOf } from './domain/client-secret.ts'
import type { SessionRecord } from './domain/records.ts'
import { hashSecretKey } from './domain/secret-key.ts'
import { hostedCheckoutUrl } from './domain/wire/checkout-session.ts'
import { operator } from './domain/caller.ts'
import { createAccount } from './flows/create-account.ts'
import { createSession } from './flows/create-session.ts'
import { makeFirstSignInLink } from './flows/open-account.ts'
import { readSessions } from './flows/read-session.ts'
import { findSecretKey } from './store/secret-keys.ts'
import type { KeyWithMerchant } from './store/secret-keys.ts'
import { developerKeyIn, keepDeveloperKey } from './data-files.ts'

/** A day: the checkout that start-up offers can still be opened tomorrow. */
const offeredForSeconds = 86_400

/** Reference of that checkout. */
const offeredAs = 'try-it'

/** The key of the developer's account, which the first start makes and keeps beside the embedded database. */
export async function developerKey(app: App, dataDir: string): Promise<string> {
  return (await knownKey(app, dataDir)) ?? makeAccount(app, dataDir)
}

/** A checkout that can be paid at once. */
export interface OfferedCheckout {
  readonly url: string
  readonly currency: string
}

/** The checkout that an earlier start offered, while it can still be paid; else a new one. */
export async function checkoutToTry(app: App, secretKey: string): Promise<OfferedCheckout> {
  const { context } = app
  const account = await findSecretKey(context.db, hashSecretKey(secretKey))
  if (!account) throw new Error('Bug: the key was just made')
  const scope = { merchantId: account.merchant_id, livemode: false }
  const [last] = await readSessions(context, scope, { limit: 1, reference: offeredAs })
  const session = last?.status === 'open' ? last : await offer(app, account)
  const url = hostedCheckoutUrl(context.settings.baseUrl, clientSecretOf(context.keyring, scope, session.id))
  return { url, currency: session.currency }
}

async function offer(app: App, account: KeyWithMerchant): Promise<SessionRecord> {
  const scope = { merchantId: account.merchant_id, livemode: false }
  const [currency] = account.currencies
  if (currency === undefined) throw new Error('Bug: every account has a currency')
  const params = {
    amount: 2500,
    currency,
    description: 'Two tickets',
    reference: offeredAs,
    expires_in: offeredForSeconds,
  }
  const created = await createSession(app.context, account, scope, params, null)
  if (created.kind !== 'session') throw new Error('Bug: the developer account can make a session')
  return created.session
}

/** Where the developer's account is looked at: a link that works once, until somebody has used it. */
export async function dashboardAddress(app: App, secretKey: string): Promise<string> {
  const { context } = app
  const account = await findSecretKey(context.db, hashSecretKey(secretKey))
  const link = account && (await makeFirstSignInLink(context, operator, account.merchant_id))
  return link ?? `${context.settings.baseUrl}/dashboard`
}

/** The kept key, when it is still a key of this database. */
async function knownKey(app: App, dataDir: string): Promise<string | null> {
  const kept = await developerKeyIn(dataDir)
  const found = kept && (await findSecretKey(app.context.db, hashSecretKey(kept)))
  return found && !found.revoked_at ? kept : null
}

async function makeAccount(app: App, dataDir: string): Promise<string> {
  const { secretKey } = await createAccount(app.context, { email: 'developer@example.com', businessName: 'Your shop' })
  await keepDeveloperKey(dataDir, secretKey)
  return secretKey
}

/** What a terminal shows when everything works. */
export function welcomeText(
  baseUrl: string,
  secretKey: string,
  dashboard: string,
  { url, currency }: OfferedCheckout,
): string {
  return `
  The card payment service is ready at ${baseUrl}

  Your test key       ${secretKey}
  Pay a test checkout ${url}
                      card 4012 0000 0006 0085, any future expiry, any code

  Your dashboard      ${dashboard}${dashboard.includes('/welcome/') ? '\n                      this link works once, for a day' : ''}

  Create a checkout session:

    curl ${baseUrl}${operations.createCheckoutSession.path} \\
      -H 'Authorization: Bearer ${secretKey}' \\
      -H 'Content-Type: application/json' \\
      -d '{"amount": 2500, "currency": "${currency}", "reference": "order-1001"}'

  Documentation       ${baseUrl}/docs
  The contract        ${baseUrl}/openapi.json

  Press Ctrl-C to stop. Everything is kept in the data directory.
`
}
