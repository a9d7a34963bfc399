import { operations } from '../generated/operations.ts'
import type { App } from './app.ts'
import { clientSecretOf } from './domain/sessions/client-secret.ts'
import type { SessionRecord } from './domain/sessions/session-records.ts'
import { hashSecretKey } from './domain/accounts/secret-key.ts'
import { hostedCheckoutUrl } from './domain/wire/checkout-session.ts'
import { operator } from './domain/accounts/caller.ts'
import { createAccount } from './flows/accounts/create-account.ts'
import { createSession } from './flows/sessions/create-session.ts'
import { makeFirstSignInLink } from './flows/accounts/open-account.ts'
import { readSessions } from './flows/sessions/read-session.ts'
import { loadSecretKey, noteSecretKeyUse, type KeyWithMerchant } from './store/accounts/secret-keys.ts'
import { readDeveloperKey, writeDeveloperKey } from './config/data-files.ts'

/** A day, so that the checkout that a start offers still works tomorrow. */
const offeredForSeconds = 86_400

/** The reference by which a later start finds that checkout. */
const offeredReference = 'try-it'

/** The test key of the developer's account. The first start creates the account and keeps the key in `dataDir`. */
export async function developerKey(app: App, dataDir: string): Promise<string> {
  return (await validKey(app, dataDir)) ?? createDeveloperAccount(app, dataDir)
}

/** A checkout that the developer can pay at once. */
export interface OfferedCheckout {
  readonly url: string
  readonly currency: string
}

/** Returns the checkout of an earlier start while it is open, or else a new one. */
export async function checkoutToTry(app: App, secretKey: string): Promise<OfferedCheckout> {
  const { context } = app
  const account = await loadSecretKey(context.db, hashSecretKey(secretKey))
  if (!account) throw new Error('Bug: the developer key has no account')
  const scope = { merchantId: account.merchant_id, livemode: false }
  const [last] = await readSessions(context, scope, { limit: 1, reference: offeredReference, startingAfter: null })
  const session = last?.status === 'open' ? last : await createOffer(app, account)
  const url = hostedCheckoutUrl(context.settings.baseUrl, clientSecretOf(context.keyring, scope, session.id))
  return { url, currency: session.currency }
}

async function createOffer(app: App, account: KeyWithMerchant): Promise<SessionRecord> {
  const scope = { merchantId: account.merchant_id, livemode: false }
  const [currency] = account.currencies
  if (currency === undefined) throw new Error('Bug: the developer account has no currency')
  const params = {
    amount: 2500,
    currency,
    description: 'Two tickets',
    reference: offeredReference,
    expires_in: offeredForSeconds,
  }
  const created = await createSession(app.context, account, scope, params, null)
  if (created.kind !== 'session') throw new Error('Bug: the developer account cannot create a session')
  return created.session
}

/** The address of the developer's dashboard: a link that signs in once, or the plain address after its use. */
export async function dashboardAddress(app: App, secretKey: string): Promise<string> {
  const { context } = app
  const account = await loadSecretKey(context.db, hashSecretKey(secretKey))
  const link = account && (await makeFirstSignInLink(context, operator, account.merchant_id))
  return link ?? `${context.settings.baseUrl}/dashboard`
}

/**
 * The key in `dataDir`, unless it was revoked or belongs to another database. A start counts as a use of its account.
 */
async function validKey(app: App, dataDir: string): Promise<string | null> {
  const key = await readDeveloperKey(dataDir)
  const found = key && (await loadSecretKey(app.context.db, hashSecretKey(key)))
  if (!found || found.revoked_at) return null
  const now = app.context.clock.now()
  await noteSecretKeyUse({ merchantId: found.merchant_id, livemode: found.livemode }, app.context.db, {
    id: found.key_id,
    now,
    unlessSince: now,
  })
  return key
}

async function createDeveloperAccount(app: App, dataDir: string): Promise<string> {
  const { secretKey } = await createAccount(app.context, { email: 'developer@example.com', businessName: 'Your shop' })
  await writeDeveloperKey(dataDir, secretKey)
  return secretKey
}

/** What `npm start` prints in a terminal when the service is ready. */
export function welcomeText(
  baseUrl: string,
  secretKey: string,
  dashboard: string,
  { url, currency }: OfferedCheckout,
): string {
  const linkNote = dashboard.includes('/welcome/') ? '\n                      this link works once, within a day' : ''
  return `
  The card payment service is ready at ${baseUrl}

  Your test key       ${secretKey}
  Pay a test checkout ${url}
                      card 4012 0000 0006 0085, any future expiry, any code

  Your dashboard      ${dashboard}${linkNote}

  Create a checkout session:

    curl ${baseUrl}${operations.createCheckoutSession.path} \\
      -H 'Authorization: Bearer ${secretKey}' \\
      -H 'Content-Type: application/json' \\
      -d '{"amount": 2500, "currency": "${currency}", "reference": "order-1001"}'

  Documentation       ${baseUrl}/docs
  The contract        ${baseUrl}/openapi.json

  Press Ctrl-C to stop. The data directory keeps everything.
`
}
