import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { testCards } from './cards.ts'
import { controlPage } from './control-page.ts'
import { resultNames } from './results.ts'
import { startAdyenStandIn } from './stand-in.ts'

const folder = join(process.env['DATA_DIR']?.trim() || '.data', 'adyen-stand-in')
const merchantAccount = 'StandInMerchant'
const notificationUser = 'adyen'
const resendAfterMs = 10_000

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4300' },
    'issuer-port': { type: 'string', default: '4301' },
    notify: { type: 'string' },
  },
})

/** A secret that stays the same when the stand-in starts again, in a file that only its owner may read. */
function secretIn(name: string, make: () => string): { readonly path: string; readonly value: string } {
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, `${make()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return { path: shortest(path), value: readFileSync(path, 'utf8').trim() }
}

/** The path as a command in this folder needs it. */
function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? resolve(path) : fromHere
}

const apiKey = secretIn('api-key', () => `AQE${randomBytes(24).toString('base64url')}`)
const hmacKey = secretIn('hmac-key', () => randomBytes(32).toString('hex').toUpperCase())
const password = secretIn('notification-password', () => randomBytes(18).toString('base64url'))

const standIn = await startAdyenStandIn({
  port: Number(values.port),
  issuerPort: Number(values['issuer-port']),
  resendAfterMs,
  home: controlPage,
  account: {
    merchantAccount,
    apiKey: apiKey.value,
    hmacKey: hmacKey.value,
    notifyAt: { url: values.notify ?? '', user: notificationUser, password: password.value },
  },
}).catch((error: unknown) => {
  process.stderr.write(
    `\n  The stand-in cannot start: ${String(error)}. Choose ports with --port and --issuer-port.\n\n`,
  )
  process.exit(1)
})

const cards = testCards.map(({ number, about }) => `    ${number.padEnd(16)}  ${about}`)

process.stdout.write(`
  Adyen's stand-in is running. It moves no real money, and forgets its payments when it stops.

  1. Start the service so that live payments go to the stand-in:

     LIVE_PROCESSOR=adyen ADYEN_CHECKOUT_URL=${standIn.checkoutUrl} npm start

  2. Connect an account of the service (npm run account -- --list shows the ids):

     npm run account -- "$MERCHANT_ID" --live --adyen-merchant-account ${merchantAccount} \\
       --adyen-api-key-file ${apiKey.path} --adyen-hmac-key-file ${hmacKey.path} \\
       --adyen-notification-user ${notificationUser} --adyen-notification-password-file ${password.path}

  3. Say where notifications go, on the page ${standIn.origin}/ or with --notify at the start:

     http://localhost:3000/v1/processor_notifications/adyen/$MERCHANT_ID

  On that page you also see every payment, send disputes and failed refunds, and switch on faults.

  Cards (any date in the future; code 737, or 7373 for American Express):

${cards.join('\n')}

  The name on the card chooses the result:

${wrapped(resultNames)}

  Ctrl+C stops the stand-in.
`)

function wrapped(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    if (`${lines.at(-1) ?? ''} ${name}`.length > 96) lines.push('')
    lines[lines.length - 1] = `${lines.at(-1) ?? ''} ${name}`.trim()
  }
  return lines.map((line) => `    ${line}`).join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    standIn.violations.take()
    void standIn.stop().then(() => process.exit(0))
  })
}
