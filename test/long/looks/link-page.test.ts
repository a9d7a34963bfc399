import type { Page } from 'playwright-core'
import t from 'tap'
import { renderChallenge } from '../../../server/pages/challenge/sandbox-challenge.ts'
import { formAssets } from '../../../server/pages/form/form-assets.ts'
import { browser, harness, typeCard } from '../../form/form-page.ts'
import { activeLink, linkCode, startLinkPageServer } from '../../pages/link-page-server.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { takePicture } from '../../support/browser/pictures.ts'

const links = await startLinkPageServer(harness)
const assets = await formAssets()
t.teardown(() => links.close())
t.beforeEach(() => void Object.assign(links, { view: activeLink(), opening: 'session' }))

/** Shows the page in both themes and at every width. Checks with axe, and that it does not scroll sideways. */
async function checkLooks(t: Tap, name: string, show: (page: Page) => Promise<unknown>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (
      await browser.newContext({ locale: 'en-GB', colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
    ).newPage()
    await show(page)
    t.same(await axeViolations(page), [], colorScheme)
    for (const width of [260, 375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // Two frames: the form reports its new height to the page, which then changes.
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
      t.notOk(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        `no sideways scrolling at ${String(width)} px`,
      )
      await takePicture(page, `${name}-${String(width)}-${colorScheme}`)
    }
  }
}

type Tap = Pick<typeof t, 'same' | 'notOk'>

const open = (page: Page) => page.goto(`${links.address}/l/${linkCode}`)

t.test('a link with its form', (t) =>
  checkLooks(t, 'link-active', async (page) => {
    await open(page)
    await page.frameLocator('iframe').locator('#pay').waitFor()
  }),
)

t.test('a link while its checkout loads', (t) =>
  checkLooks(t, 'link-loading', async (page) => {
    await page.route('**/checkout', () => undefined)
    await open(page)
    await page.locator('#loading').waitFor()
  }),
)

for (const status of ['paid', 'expired', 'deactivated'] as const) {
  t.test(`a link that is ${status}`, (t) => {
    links.view = { ...activeLink(), status }
    return checkLooks(t, `link-${status}`, open)
  })
}

t.test('an unknown link', (t) => checkLooks(t, 'link-unknown', (page) => page.goto(`${links.address}/l/unknown`)))

const problems = {
  cut: 'cut',
  busy: { status: 429, code: 'rate_limited' },
  closed: { status: 409, code: 'session_not_payable' },
} as const

for (const [name, opening] of Object.entries(problems)) {
  t.test(`a link whose checkout cannot open: ${name}`, (t) => {
    links.opening = opening
    return checkLooks(t, `link-${name}`, async (page) => {
      await open(page)
      await page.locator('[role=alert] h2:visible').waitFor()
    })
  })
}

t.test('a reusable link after a payment', (t) => {
  const session = harness.session
  links.view = { ...activeLink(), kind: 'reusable' }
  return checkLooks(t, 'link-after-payment', async (page) => {
    harness.session = session
    await open(page)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error('Bug: the iframe has no document')
    await frame.locator('#pay').waitFor()
    await typeCard(frame)
    await frame.locator('#pay').click()
    await page.getByRole('link', { name: 'Make another payment' }).waitFor()
  })
})

t.test('a long name and a long description', (t) => {
  links.view = {
    ...activeLink(),
    amount: 99_999_999,
    currency: 'USD',
    merchantName: 'Königlich-Preußische-Schifffahrtsgesellschaft & Söhne',
    description: `${'Wednesday '.repeat(15)}${'x'.repeat(100)}`,
  }
  return checkLooks(t, 'link-long', async (page) => {
    await open(page)
    await page.frameLocator('iframe').locator('#pay').waitFor()
  })
})

const challenge = { reference: 'att_1', amount: 4250, currency: 'GBP', status: 'waiting' } as const

for (const status of ['waiting', 'approved', 'declined', 'unknown'] as const) {
  t.test(`the test bank's confirmation page: ${status}`, (t) => {
    const { body } = renderChallenge(
      status === 'unknown' ? null : { ...challenge, status },
      'Harbour Theatre',
      'en-GB',
      assets,
    )
    return checkLooks(t, `challenge-${status}`, (page) => page.setContent(body))
  })
}
