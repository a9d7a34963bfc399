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
const keyGiven = variable('SERVICEPAY_SECRET_KEY')
const merchantId = variable('SERVICEPAY_MERCHANT_ID')
const secretGiven = variable('SERVICEPAY_SIGNING_SECRET')
const port = variable('DEMO_PORT') ?? '4242'
const dataDir = variable('DATA_DIR') ?? '.data'

/** The key that the service keeps for developers, unless another is given. */
function secretKey(): string {
  if (keyGiven) return keyGiven
  try {
    return readFileSync(`${dataDir}/developer-key`, 'utf8').trim()
  } catch {
    return refuse(
      `There is no test key yet: ${dataDir}/developer-key is not there.\n  Start the service first, in another terminal: npm start\n  Or name a key of your own: SERVICEPAY_SECRET_KEY=sk_test_… npm run demo`,
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
      ? refuse('It is for trying things out: give it a test key (sk_test_…), not a live one.')
      : servicepay
  } catch (error) {
    if (error instanceof ServicePayError) return refuse(`${error.message} ${error.fix}`)
    throw error
  }
}

const key = secretKey()
const servicepay = client(key)
// Known to the two sides of this process alone, unless real deliveries were set up.
const signingSecret = secretGiven ?? `whsec_${randomBytes(24).toString('hex')}`
const webhookSource = secretGiven
  ? 'The service delivers here by itself.'
  : 'The service does not deliver to a laptop: the shop asks it for events, signs each as the service would, and posts it here.'

const stopping = new AbortController()
const server = createServer()
let thankYou: Promise<ThankYouAddress> | undefined
let trouble: string | undefined

server.once('error', (error: NodeJS.ErrnoException) => {
  refuse(error.code === 'EADDRINUSE' ? `Port ${port} is taken: choose another with DEMO_PORT.` : error.message)
})
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse(`DEMO_PORT is ${port}, which is no port.`)
server.listen(Number(port), 'localhost', open)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => void stop())

function open(): void {
  const shopUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  server.on('request', createShop({ servicepay, signingSecret, shopUrl, webhookSource }))
  say('')
  say(`The demo shop is open at ${shopUrl}`)
  say(`It takes payments through ${servicepay.baseUrl}, with the test key …${key.slice(-4)}.`)
  say(`${webhookSource} See ${shopUrl}/webhooks`)
  const onChange = (error?: ServicePayError): void => {
    report(error)
    if (!error) thankYou ??= comeBackTo(`${shopUrl}/thanks`)
  }
  if (!secretGiven)
    void followEvents({
      servicepay,
      signingSecret,
      webhookUrl: `${shopUrl}/webhooks`,
      signal: stopping.signal,
      onChange,
    })
  else thankYou = comeBackTo(`${shopUrl}/thanks`)
}

function sentenceAbout({ code, message, fix }: ServicePayError): string {
  if (code === 'connection_failed')
    return `The payment service does not answer at ${servicepay.baseUrl}. Start it with: npm start`
  if (code === 'webhooks_not_available')
    return 'The public demo key sees no events, so no order will be fulfilled. Start the shop with a test key of your own.'
  return `${message} ${fix}`
}

/** Once for each change: the shop goes on by itself as soon as the service is there. */
function report(error: ServicePayError | undefined): void {
  const text = error && sentenceAbout(error)
  if (text === trouble) return
  say(text ?? 'The payment service answers again.')
  trouble = text
}

async function comeBackTo(url: string): Promise<ThankYouAddress> {
  const address = await setThankYouAddress(key, url, merchantId)
  if (address.kind === 'set')
    say(
      `The hosted page comes back to the shop: until you stop it, ${url} is the thank-you address of your account in test mode (npm run account -- ${address.merchantId}).`,
    )
  else say(`The hosted page will not come back to the shop by itself. ${address.reason}`)
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
      .catch(({ message }: Error) => say(`The thank-you address could not be put back: ${message}`))
  process.exit(0)
}
