import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { axeViolations } from '../support/browser/axe.ts'
import { inFullRuns, someOf } from '../support/combinations.ts'
import { clientSecret, openSession } from '../browser/form-harness.ts'
import { harness, openPage, openShop } from './form-page.ts'
import { cutOffAtZoom, cutOffWithSpacing } from './cut-off.ts'
import { look } from './look.ts'
import { needsAddress, openState, pay, states } from './states.ts'
import { activeLink, linkCode, startLinkPageServer } from '../pages/link-page-server.ts'
import { takePicture } from '../support/browser/pictures.ts'

/** One state of each kind, in one theme and direction. test/long/looks/form.test.ts has all states in all of them. */
const chosen = [
  ['address', 'ar', 'dark'],
  ['challenge', 'en-GB', 'light'],
  ['declined', 'en-GB', 'dark'],
  ['paid', 'ar', 'light'],
  ['failed', 'en-GB', 'dark'],
] as const

for (const [name, locale, scheme] of someOf(chosen, 3)) {
  t.test(`${name}: axe finds no violation, and a narrow window does not scroll sideways`, async (t) => {
    const { page, frame } = await openState(states[name], locale)
    await look(t, page, frame, `form-${name}-${locale}`, [scheme], [260])
  })
}

const ends = [
  ['expired', 'link'],
  ['failed', 'hosted'],
] as const

for (const [status, place] of someOf(ends, 1)) {
  t.test(`the ${place} page of a checkout that becomes ${status} no longer asks to pay`, async (t) => {
    const links = await startLinkPageServer(harness)
    t.teardown(() => links.close())
    links.view = { ...activeLink(), kind: 'reusable' }
    const page = await openPage()
    await page.goto(place === 'link' ? `${links.address}/l/${linkCode}` : `${harness.service}/checkout/${clientSecret}`)
    await page.frameLocator('iframe').locator('#pay').waitFor()
    t.equal(await page.textContent('#payee'), 'Pay Harbour Theatre')
    harness.session = { ...openSession(), status }
    // The form checks its session when it becomes visible again.
    await page.frames()[1]?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('link', { name: /^(Back to the shop|Start again)$/ }).waitFor()
    t.equal(await page.textContent('#payee'), 'Harbour Theatre')
    t.notMatch(await page.evaluate(() => document.body.innerText), /Pay |Cancel/)
    await takePicture(page, `ended-${status}-${place}`)
  })
}

t.test('at a zoom of 200 %, of the page or of its text alone, nothing is cut off', async (t) => {
  // The language with the longest words. test/long/looks/form.test.ts tries more.
  t.same(await cutOffAtZoom('fi'), [])
})

t.test('with wider spacing of lines, words and letters (WCAG 1.4.12), nothing is cut off', inFullRuns, async (t) => {
  t.same(await cutOffWithSpacing('ar'), [])
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

t.test('the check mark of a payment draws itself within 600 ms', inFullRuns, async (t) => {
  const { frame } = await openShop({ reducedMotion: 'no-preference' })
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
  harness.options = `appearance: { theme: 'dark' }`
  const forced = { forcedColors: 'active', colorScheme: 'dark', bypassCSP: true } as const
  const { page, frame } = await openShop({ ...forced, reducedMotion: 'no-preference' })
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
  await frame.locator('#marks svg').first().waitFor()
  t.same(await axeViolations(frame), [])
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
  t.ok(await line(page, '.test-bar'), 'the word that this is a test')
})
