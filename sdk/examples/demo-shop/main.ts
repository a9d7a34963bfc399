import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServicePay, ServicePayError } from 'servicepay'
import { followEvents } from './follow-events.ts'
import { createShop } from './shop.ts'
import { setThankYouAddress, type ThankYouAddress } from './thank-you-address.ts'

/** An empty variable counts as not set. */
const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined

const baseUrl = variable('SERVICEPAY_BASE_URL') ?? 'http://localhost:3000'
const givenKey = variable('SERVICEPAY_SECRET_KEY')
const merchantId = variable('SERVICEPAY_MERCHANT_ID')
const givenSecret = variable('SERVICEPAY_SIGNING_SECRET')
const port = variable('DEMO_PORT') ?? '4242'
const dataDir = variable('DATA_DIR') ?? '.data'

/** The given key, or else the one that the service writes for developers. */
function secretKey(): string {
  if (givenKey) return givenKey
  try {
    return readFileSync(`${dataDir}/developer-key`, 'utf8').trim()
  } catch {
    return refuse(
      [
        `There is no test key yet: the file ${dataDir}/developer-key does not exist.`,
        'First start the service in another terminal: npm start',
        'Or use a key of your own: SERVICEPAY_SECRET_KEY=sk_test_… npm run demo',
      ].join('\n  '),
    )
  }
}

function refuse(message: string): never {
  process.stderr.write(`\n  The demo shop cannot start. ${message}\n\n`)
  process.exit(1)
}

function say(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

function client(key: string): ServicePay {
  try {
    const servicepay = new ServicePay(key, { baseUrl })
    return servicepay.livemode
      ? refuse('It works only in test mode: use a test key (sk_test_…), not a live one.')
      : servicepay
  } catch (error) {
    if (error instanceof ServicePayError) return refuse(`${error.message} ${error.fix}`)
    throw error
  }
}

const key = secretKey()
const servicepay = client(key)
// Without real deliveries, this process both signs and verifies the events, so any secret works.
const signingSecret = givenSecret ?? `whsec_${randomBytes(24).toString('hex')}`
const webhookSource = givenSecret
  ? 'The service delivers events to the shop.'
  : 'The service cannot deliver to a laptop, so the shop requests events, signs each one as the service would and ' +
    'posts it to its own webhook address.'

const stopping = new AbortController()
const server = createServer()
let thankYou: Promise<ThankYouAddress> | undefined
let reportedProblem: string | undefined
let stoppedAt: number | undefined

server.once('error', (error: NodeJS.ErrnoException) => {
  refuse(error.code === 'EADDRINUSE' ? `Port ${port} is in use: choose another with DEMO_PORT.` : error.message)
})
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse(`DEMO_PORT is ${port}, which is not a port.`)
server.listen(Number(port), 'localhost', open)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    // npm sends Ctrl-C on to the shop, which has got it already. A later one ends the shop at once.
    stoppedAt ??= performance.now()
    if (performance.now() - stoppedAt > 1_000) process.exit(130)
    if (!stopping.signal.aborted) void stop()
  })
}

function open(): void {
  const shopUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  server.on('request', createShop({ servicepay, signingSecret, shopUrl, webhookSource }))
  say('')
  say(`The demo shop is open at ${shopUrl}`)
  say(`It takes payments through ${servicepay.baseUrl}, with the test key …${key.slice(-4)}.`)
  say(`${webhookSource} See ${shopUrl}/webhooks`)
  const onChange = (error?: ServicePayError): void => {
    report(error)
    if (!error) thankYou ??= useAsThankYouAddress(`${shopUrl}/thanks`)
  }
  if (!givenSecret)
    void followEvents({
      servicepay,
      signingSecret,
      webhookUrl: `${shopUrl}/webhooks`,
      signal: stopping.signal,
      onChange,
    })
  else thankYou = useAsThankYouAddress(`${shopUrl}/thanks`)
}

function sentenceAbout({ code, message, fix }: ServicePayError): string {
  if (code === 'connection_failed')
    return `The payment service does not answer at ${servicepay.baseUrl}. Start it with: npm start`
  if (code === 'webhooks_not_available')
    return 'The public demo key cannot read events, so the shop fulfils no orders. Use a test key of your own.'
  return `${message} ${fix}`
}

/** Prints each problem once. The shop continues as soon as the service answers again. */
function report(error: ServicePayError | undefined): void {
  const text = error && sentenceAbout(error)
  if (text === reportedProblem) return
  say(text ?? 'The payment service answers again.')
  reportedProblem = text
}

async function useAsThankYouAddress(url: string): Promise<ThankYouAddress> {
  const address = await setThankYouAddress(key, url, merchantId)
  if (address.kind === 'set') {
    say('The hosted page sends customers back to the shop.')
    say(`Until you stop the shop, ${url} is the thank-you address of your account in test mode.`)
    say(`The operator's command shows it: npm run account -- ${address.merchantId}`)
  } else say(`The hosted page will not send customers back to the shop. ${address.reason}`)
  return address
}

async function stop(): Promise<void> {
  stopping.abort()
  server.close()
  server.closeAllConnections()
  const address = await thankYou
  if (address?.kind === 'set')
    await address
      .restore()
      .catch(({ message }: Error) => say(`The former thank-you address could not be restored: ${message}`))
  process.exit(0)
}
