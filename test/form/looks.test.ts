import type { Frame, Page } from 'playwright-core'
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
  challenge_kind: null,
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

t.test('with wider spacing of lines, words and letters (WCAG 1.4.12), nothing is cut off', async (t) => {
  for (const locale of [...locales, 'de', 'fi']) {
    needsAddress()
    const { page, frame } = await openShop({ locale, bypassCSP: true, viewport: { width: 320, height: 256 } })
    await frame.locator('#pay').click()
    await frame.addStyleTag({
      content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`,
    })
    t.same(await cutOff(frame), [], locale)
    await page.context().close()
  }
})

const animations = (frame: Frame) => frame.evaluate(() => document.getAnimations().length)

t.test('nothing moves for customers who prefer reduced motion', async (t) => {
  harness.bank = () => ({ status: 'processing' })
  const { page, frame } = await openShop({ reducedMotion: 'reduce' })
  const submitted = page.waitForResponse('**/v1/form/attempts')
  await pay(frame)
  await submitted
  await frame.getByRole('button', { name: 'Paying…' }).waitFor()
  t.equal(await animations(frame), 0)
  harness.session = { ...harness.session, status: 'paid' }
  await frame.locator('#outcome').waitFor()
  t.equal(await animations(frame), 0)
})

t.test('the check mark of a payment draws itself within 600 ms', async (t) => {
  const { frame } = await openShop()
  await pay(frame)
  await frame.locator('#outcome').waitFor()
  const ends = await frame.evaluate(() =>
    document
      .querySelector('.mark')!
      .getAnimations({ subtree: true })
      .map((animation) => Number(animation.effect?.getComputedTiming().endTime)),
  )
  t.ok(ends.length > 0)
  t.ok(Math.max(...ends) <= 600, ends.join())
})

t.test('the outcome keeps the height of the form for a card, and at least 400 px of a taller form', async (t) => {
  const { page, frame } = await openShop()
  const height = () => page.locator('#pay iframe').evaluate((frame) => frame.clientHeight)
  await frame.locator('#pay').waitFor()
  const before = await height()
  await pay(frame)
  await frame.locator('#outcome').waitFor()
  t.ok((await height()) >= before)
  needsAddress()
  const tall = await openShop()
  await tall.frame.locator('#line1').waitFor()
  harness.session = { ...harness.session, status: 'expired' }
  await tall.frame.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await tall.frame.locator('#outcome').waitFor()
  t.ok(await tall.frame.evaluate(() => document.querySelector('main')!.offsetHeight >= 400))
})

t.test('with forced colours, everything that backgrounds and colours say is visible', async (t) => {
  const { page, frame } = await openShop({ forcedColors: 'active' })
  /** The colour of the line around an element, with its width. A colour equal to the background counts as none. */
  const line = (where: Page | Frame, selector: string) =>
    where
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(element)
        const { backgroundColor } = getComputedStyle(document.body)
        const isVisible =
          borderTopStyle !== 'none' && borderTopColor !== backgroundColor && !/^rgba.*, 0\)$/.test(borderTopColor)
        return isVisible ? parseFloat(borderTopWidth) : 0
      })
  await frame.locator('#pay').waitFor()
  for (const selector of ['#pay', '#number', '#test']) t.ok(await line(frame, selector), selector)
  const valid = await line(frame, '#number')
  await frame.locator('#pay').click()
  await frame.locator('#number[aria-invalid="true"]').waitFor()
  t.ok((await line(frame, '#number')) > valid, 'a wrong field has a thicker line')
  t.ok(await line(frame, '#alert'), 'the alert')
  const focused = await frame.locator('#number').evaluate((input) => getComputedStyle(input).outline)
  t.match(focused, /solid/, 'the focus')
  await pay(frame)
  await frame.locator('#outcome').waitFor()
  t.ok(await line(frame, '.mark'), 'the circle of the check mark')
  const [check, background] = await frame.evaluate(() => [
    getComputedStyle(document.querySelector('.mark')!, '::before').borderBottomColor,
    getComputedStyle(document.querySelector('.mark')!).backgroundColor,
  ])
  t.not(check, background, 'the check mark')
  t.equal(await animations(frame), 0, 'the check mark does not move')

  const links = await startLinkPageServer(harness)
  t.teardown(() => links.close())
  await page.goto(`${links.address}/l/unknown`)
  t.ok(await line(page, '.mark'), 'the mark of our own pages')
  links.opening = 'cut'
  await page.goto(`${links.address}/l/${linkCode}`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  t.ok(await line(page, '#retry button'), 'the button of a link')
  t.ok(await line(page, 'main > .order .badge'), 'the badge')
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
