import { get } from 'node:http'
import type { Page, Request } from 'playwright-core'
import t from 'tap'
import { formIn } from '../browser/card-typing.ts'
import { newSession, service, shop, visit } from '../browser/real-checkout.ts'
import { collectEvents, waitForEvent } from '../browser/shop.ts'

// The largest sizes that the form may have, measured on encoded bodies. 1 KB is 1,024 bytes.

const kilobyte = 1024

interface EncodedReply {
  readonly status: number
  readonly encoding: string | null
  readonly bytes: number
}

/** The encoded size of a reply for a client that accepts these encodings. */
async function encodedReply(
  url: string,
  headers: Record<string, string> = {},
  accepted = 'gzip',
): Promise<EncodedReply> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers: { ...headers, 'accept-encoding': accepted } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, encoding: response.headers['content-encoding'] ?? null, bytes }),
      )
    })
    sent.on('error', reject)
  })
}

t.test('the loader is at most 2.5 KB', async (t) => {
  const { bytes, encoding } = await encodedReply(`${service.baseUrl}/v1/servicepay.js`)
  t.comment(`servicepay.js: ${bytes} bytes`)
  t.equal(encoding, 'gzip')
  t.ok(bytes <= 2.5 * kilobyte, `${bytes} bytes`)
})

for (const [name, params, still] of [
  ['a card alone', {}, 'from the beginning'],
  [
    'email and address too',
    { customer: { phone: '+44 20 7946 0000' }, billing_address: null },
    'once the form is ready',
  ],
] as const) {
  t.test(`until ready the frame loads at most 8 KB in 2 requests, and nothing moves ${still}: ${name}`, async (t) => {
    const session = await newSession(params)
    const { page } = await visit()
    const requests: Request[] = []
    await page.addInitScript(watchShifts)
    page.on('request', (request) => request.frame() !== page.mainFrame() && requests.push(request))
    await openUntilReady(page, session.client_secret)
    // The second script loads after `ready`, with its texts and the format of addresses.
    const loaded = requests.filter((request) => !request.url().includes('/assets/'))
    t.equal(loaded.length, 2, loaded.map((request) => request.url()).join(' '))
    t.ok(requests.indexOf(loaded[1]!) === 1, 'nothing of the second script comes before')
    let [inBrowser, gzipped] = [0, 0]
    for (const request of loaded) {
      inBrowser += (await request.sizes()).responseBodySize
      const authorization = (await request.allHeaders())['authorization']
      gzipped += (await encodedReply(request.url(), authorization === undefined ? {} : { authorization })).bytes
    }
    t.comment(`${loaded.length} requests, ${gzipped} bytes gzipped, ${inBrowser} as this browser asked for them`)
    t.ok(gzipped <= 8 * kilobyte, `${gzipped} bytes gzipped`)
    t.ok(inBrowser > 0 && inBrowser <= 8 * kilobyte, `${inBrowser} bytes in the browser`)

    const height = await page.locator('#pay iframe').evaluate((frame) => frame.clientHeight)
    // Only waiting shows that nothing moves. This is several times as long as fonts and late styles take.
    await page.waitForTimeout(1_000)
    const seen = await page.evaluate<Seen>('seen')
    const inFrame = (await page.frames()[1]?.evaluate('seen')) as Seen
    t.ok(seen.mountedAt > 0 && seen.readyAt > 0)
    // More fields make the form higher, which moves the page below it once.
    const since = still === 'from the beginning' ? seen.mountedAt : seen.readyAt
    t.same(
      [...seen.shifts, ...inFrame.shifts].filter((at) => at > since),
      [],
    )
    t.same(
      seen.resizes.filter((at) => at > seen.readyAt),
      [],
    )
    t.equal(await page.locator('#pay iframe').evaluate((frame) => frame.clientHeight), height)
  })
}

t.test('every reply of a kilobyte or more is compressed', async (t) => {
  const session = await newSession({ metadata: { note: 'x'.repeat(400) } })
  const key = { authorization: `Bearer ${service.secretKey}` }
  const form = { authorization: `Bearer ${session.client_secret}` }
  const link = await service.call('POST', '/v1/payment_links', {
    amount: 1500,
    currency: 'GBP',
    description: 'Deposit',
  })
  const frame = await (await fetch(`${service.baseUrl}/v1/form/frame`)).text()
  const replies: readonly (readonly [string, Record<string, string>])[] = [
    ['/v1/servicepay.js', {}],
    ['/v1/form/frame', {}],
    [`/v1/form/${/"(assets\/later[^"]+)"/.exec(frame)?.[1] ?? ''}`, {}],
    ['/v1/form/session', form],
    [new URL(session.url).pathname, {}],
    [new URL(String(link.body['url'])).pathname, {}],
    [`${new URL(String(link.body['url'])).pathname}/qr.svg`, {}],
    ['/v1/checkout/sessions', key],
    [`/v1/checkout/sessions/${session.id}`, key],
    ['/docs/errors', {}],
    ['/openapi.json', {}],
  ]
  for (const [path, headers] of replies) {
    const plain = await encodedReply(service.baseUrl + path, headers, 'identity')
    t.same([plain.status, plain.encoding], [200, null], path)
    for (const accepted of ['gzip', 'gzip, deflate, br, zstd']) {
      const { encoding, bytes } = await encodedReply(service.baseUrl + path, headers, accepted)
      if (plain.bytes >= kilobyte)
        t.ok(encoding !== null && bytes < plain.bytes, `${path}: ${plain.bytes} bytes as ${bytes} (${encoding})`)
    }
  }
})

async function openUntilReady(page: Page, clientSecret: string): Promise<void> {
  const events = await collectEvents(page)
  await page.goto(shop.pageWith([clientSecret]))
  await waitForEvent(events, 'ready')
  await formIn(page)
}

/** Times in milliseconds since 1970, which can be compared between page and frame. */
interface Seen {
  /** The frame has its place in the page. */
  mountedAt: number
  readyAt: number
  readonly shifts: number[]
  readonly resizes: number[]
}

/** Runs in every frame, before its scripts. */
function watchShifts(): void {
  const seen: Seen = { mountedAt: 0, readyAt: 0, shifts: [], resizes: [] }
  Object.assign(window, { seen })
  const sinceEpoch = (at: number): number => performance.timeOrigin + at
  new PerformanceObserver((list) =>
    seen.shifts.push(...list.getEntries().map(({ startTime }) => sinceEpoch(startTime))),
  ).observe({ type: 'layout-shift', buffered: true })
  const afterPainting = (run: () => void): number => requestAnimationFrame(() => requestAnimationFrame(run))
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('iframe')) return
    observer.disconnect()
    afterPainting(() => (seen.mountedAt = sinceEpoch(performance.now())))
  }).observe(document, { childList: true, subtree: true })
  addEventListener('message', ({ data }) => {
    // Fields that this session needs appear with the painting that follows the message.
    if (data?.type === 'ready') afterPainting(() => (seen.readyAt = sinceEpoch(performance.now())))
    if (data?.type === 'resize') seen.resizes.push(sinceEpoch(performance.now()))
  })
}
