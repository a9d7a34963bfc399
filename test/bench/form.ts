import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/browser/chromium.ts'
import { startServer } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { median } from './load.ts'

/** The form asks for the card only, because most shops know the rest. */
const knownCustomer = {
  customer: { email: 'ada@example.com' },
  billing_address: { line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country: 'GB' },
}

const rounds = 30
/** The first visits warm up the server and the browser. */
const warmRounds = 3

/**
 * Compares the time from mount to `ready` with the load of an empty page of the same server in an iframe. The two take
 * turns. Each runs in a new browser context with an empty cache, in a shop's page of another origin that has the
 * loader.
 */
export async function benchForm(databaseUrl: string): Promise<Figure[]> {
  const server = await startServer('product-server.ts', serverSettings(databaseUrl))
  const base = `http://localhost:${server.port}`
  const browser = await launchChromium()
  const shop = await startShop(base)
  try {
    const clientSecret = await newClientSecret(base, server.ready.secretKey ?? '')
    const mountForm = `mountForm(${JSON.stringify(clientSecret)})`
    const mountEmpty = `mountEmpty(${JSON.stringify(`${base}/healthz`)})`
    const [forms, empties]: [number[], number[]] = [[], []]
    for (let round = 0; round < warmRounds + rounds; round++) {
      const form = await timed(browser, shop.address, mountForm)
      const empty = await timed(browser, shop.address, mountEmpty)
      if (round < warmRounds) continue
      forms.push(form)
      empties.push(empty)
    }
    return [
      figure('card form from mount to ready', median(forms), 'ms'),
      figure('an empty page in an iframe from the same server', median(empties), 'ms'),
      figure('mount to ready, times the empty page', median(forms) / median(empties), '', { atMost: 1.5 }),
      figure(
        'main thread from mount to ready, with a processor slowed 4 times',
        median(await mainThreadTimes(browser, shop.sameSiteAddress, mountForm)),
        'ms',
        { atMost: 50 },
      ),
      figure(
        'the same for the empty page',
        median(await mainThreadTimes(browser, shop.sameSiteAddress, mountEmpty)),
        'ms',
      ),
    ]
  } finally {
    await browser.close()
    shop.stop()
    await server.stop()
  }
}

/** Runs an expression that resolves to milliseconds in a new page. */
async function timed(browser: Browser, address: string, expression: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    const page: Page = await context.newPage()
    await page.goto(address)
    return await page.evaluate<number>(expression)
  } finally {
    await context.close()
  }
}

/** How much slower the processor of a cheap phone is. */
const slowedTimes = 4

/**
 * How long tasks kept the main thread busy while the expression ran, in milliseconds. The page is of the service's
 * site, so that page and frame share a thread. What the form loads after `ready` is blocked.
 */
async function mainThreadTimes(browser: Browser, address: string, expression: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < warmRounds + rounds; round++) {
    const context = await browser.newContext({ locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(address)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    await cdp.send('Network.enable')
    await cdp.send('Network.setBlockedURLs', { urls: ['*/assets/later.*', '*/assets/texts-*'] })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedTimes })
    const taskSeconds = async (): Promise<number> => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
    }
    const before = await taskSeconds()
    await page.evaluate(expression)
    const after = await taskSeconds()
    if (round >= warmRounds) times.push((after - before) * 1000)
    await context.close()
  }
  return times
}

async function newClientSecret(base: string, secretKey: string): Promise<string> {
  const response = await fetch(`${base}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 2500, currency: 'GBP', expires_in: 86_400, ...knownCustomer }),
  })
  const { client_secret } = (await response.json()) as { client_secret?: string }
  if (!client_secret) throw new Error(`No session: ${response.status}`)
  return client_secret
}

interface BenchShop {
  readonly address: string
  /** The same page at an address of the service's site. */
  readonly sameSiteAddress: string
  stop(): void
}

async function startShop(base: string): Promise<BenchShop> {
  const script = `
    const since = (started) => performance.now() - started
    const mountForm = (clientSecret) => new Promise((done, failed) => {
      const started = performance.now()
      ServicePay.checkout({ clientSecret })
        .on('ready', () => done(since(started)))
        .on('error', ({ code }) => failed(new Error(code)))
        .mount('#pay')
    })
    const mountEmpty = (address) => new Promise((done) => {
      const started = performance.now()
      const frame = document.createElement('iframe')
      frame.onload = () => done(since(started))
      frame.src = address
      document.querySelector('#pay').replaceChildren(frame)
    })`
  const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><div id="pay"></div>
    <script src="${base}/v1/servicepay.js"></script><script>${script}</script>`
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    sameSiteAddress: `http://localhost:${port}/`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
