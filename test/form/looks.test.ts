import type { Frame } from 'playwright-core'
import t from 'tap'
import { clientSecret, openSession } from '../browser/form-harness.ts'
import { browser, decline, harness, openShop, typeCard } from './form-page.ts'
import { hasWidth, locales, look } from './look.ts'
import { activeLink, linkCode, startLinkPageServer } from './link-page-server.ts'
import { takePicture } from '../support/pictures.ts'

interface Look {
  readonly prepare?: () => void
  readonly act?: (frame: Frame) => Promise<void>
}

const pay = async (frame: Frame) => {
  await typeCard(frame)
  await frame.locator('#pay').click()
}
const payUntil = (sign: string) => async (frame: Frame) => {
  await pay(frame)
  await frame.locator(sign).waitFor()
}
const needsAddress = () => void (harness.session = { ...openSession(), needs: { email: true, billing_address: true } })
const challenged = {
  id: 'att_1',
  status: 'challenge',
  challenge_url: null,
  challenge_page: null,
  abandoned: false,
} as const

const looks: Readonly<Record<string, Look>> = {
  idle: {},
  mistakes: { act: (frame) => frame.locator('#pay').click() },
  address: { prepare: needsAddress, act: (frame) => frame.locator('#pay').click() },
  paying: {
    prepare: () => (harness.bank = () => ({ status: 'processing' })),
    act: payUntil('#pay[aria-disabled="true"]'),
  },
  challenge: {
    prepare: () => (harness.bank = () => ({ status: 'processing', last_attempt: challenged })),
    act: payUntil('#challenge'),
  },
  declined: { prepare: () => (harness.bank = () => decline), act: payUntil('.alert:not(:empty)') },
  paid: { act: payUntil('#outcome') },
  failed: { prepare: () => (harness.session = { ...openSession(), status: 'failed' }) },
  expired: { prepare: () => (harness.session = { ...openSession(), status: 'expired' }) },
}

for (const [name, { prepare, act }] of Object.entries(looks)) {
  t.test(`${name}: axe finds no violation in any theme, direction or width`, async (t) => {
    for (const locale of locales) {
      harness.session = openSession()
      prepare?.()
      const { page, frame } = await openShop({ locale, bypassCSP: true, reducedMotion: 'reduce' })
      await frame.locator('#loading').waitFor({ state: 'hidden' })
      await act?.(frame)
      await look(t, page, frame, `form-${name}-${locale}`)
      await page.context().close()
    }
  })
}

for (const status of ['expired', 'failed'] as const) {
  t.test(`the page of a checkout that becomes ${status} no longer asks to pay`, async (t) => {
    const links = await startLinkPageServer(harness)
    t.teardown(() => links.close())
    links.view = { ...activeLink(), kind: 'reusable' }
    for (const address of [`${harness.service}/checkout/${clientSecret}`, `${links.address}/l/${linkCode}`]) {
      harness.session = openSession()
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
      await page.goto(address)
      await page.frameLocator('iframe').locator('#pay').waitFor()
      t.equal(await page.textContent('#payee'), 'Pay Harbour Theatre')
      harness.session = { ...openSession(), status }
      // The form checks its session when it becomes visible again.
      await page.frames()[1]?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByRole('link', { name: /^(Back to the shop|Start again)$/ }).waitFor()
      t.equal(await page.textContent('#payee'), 'Harbour Theatre')
      t.notMatch(await page.evaluate(() => document.body.innerText), /Pay |Cancel/)
      await takePicture(page, `ended-${status}-${address.includes('/l/') ? 'link' : 'hosted'}`)
      await page.context().close()
    }
  })
}

t.test('at a zoom of 200 %, of the page or of its text alone, nothing is cut off', async (t) => {
  for (const locale of [...locales, 'de', 'fi']) {
    needsAddress()
    const { page, frame } = await openShop({ locale, viewport: { width: 640, height: 400 } })
    await frame.locator('#pay').click()
    t.same(await cutOff(frame), [], `${locale}: half of 1280 px`)
    await page.setViewportSize({ width: 375, height: 800 })
    await hasWidth(frame, 375)
    await frame.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    t.same(await cutOff(frame), [], `${locale}: text alone, at 375 px`)
    await page.context().close()
  }
})

t.test('nothing moves for customers who prefer reduced motion', async (t) => {
  harness.bank = () => ({ status: 'processing' })
  const { frame } = await openShop({ reducedMotion: 'reduce' })
  await pay(frame)
  await frame.getByRole('button', { name: 'Paying…' }).waitFor()
  t.equal(await frame.evaluate(() => document.getAnimations().length), 0)
})

/** Elements whose content does not fit, by id or text. */
async function cutOff(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const visible = [...document.querySelectorAll<HTMLElement>('html, label, button, p, input, select')].filter(
      (element) => element.offsetWidth > 1,
    )
    const tooWide = visible.filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline',
    )
    return tooWide.map((element) => element.id || element.textContent || element.tagName)
  })
}
