import type { Frame } from 'playwright-core'
import t from 'tap'
import { languages } from '../../../form/texts/languages.ts'
import { formAssets } from '../../../server/pages/form/form-assets.ts'
import { renderLinkPage } from '../../../server/pages/links/link-page.ts'
import { openSession } from '../../browser/form-harness.ts'
import { browser, decline, fillCard, formIn, harness, openShop } from '../../form/form-page.ts'
import { activeLink, linkCode, startLinkPageServer } from '../../pages/link-page-server.ts'
import { takePicture } from '../../support/browser/pictures.ts'

const narrow = { width: 260, height: 800 }
const links = await startLinkPageServer(harness)
const assets = await formAssets()
t.teardown(() => links.close())

const challenged = {
  id: 'att_1',
  status: 'challenge',
  challenge_url: null,
  challenge_page: null,
  challenge_kind: null,
  abandoned: false,
  left_at_bank: false,
} as const

for (const [locale, { direction, live }] of Object.entries(languages)) {
  t.test(`${locale}: at 260 px, no text of the form overflows or breaks inside a word`, async (t) => {
    harness.session = { ...openSession(), amount: 99_999_999, needs: { email: true, billing_address: true } }
    const { page, frame } = await openShop({ locale, viewport: narrow })
    await frame.locator('#pay').click()
    await frame.locator('.alert:not(:empty)').waitFor()
    t.same(await frame.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).direction]), [
      locale,
      direction,
    ])
    t.equal(await frame.textContent('#number-error'), live.required.number)
    t.equal(await frame.textContent('#line1-error'), live.required.line1)
    t.same(await misfits(frame), [], 'mistakes')
    await takePicture(page, `words-mistakes-${locale}`, { fullPage: true })

    harness.session = openSession()
    harness.bank = () => decline
    await page.reload()
    const declined = await formIn(page)
    await fillCard(declined)
    await declined.locator('#pay').click()
    await declined.locator('.alert:not(:empty)').waitFor()
    t.same(await misfits(declined), [], 'decline')
    await takePicture(page, `words-declined-${locale}`, { fullPage: true })

    harness.session = openSession()
    harness.bank = () => ({ status: 'processing', last_attempt: challenged })
    await page.reload()
    const challenge = await formIn(page)
    await fillCard(challenge)
    await challenge.locator('#pay').click()
    await challenge.locator('#challenge').waitFor()
    t.same(await misfits(challenge), [], 'challenge')
    await takePicture(page, `words-challenge-${locale}`, { fullPage: true })

    for (const status of ['paid', 'failed', 'expired'] as const) {
      harness.session = { ...openSession(), status }
      await page.reload()
      const ended = await formIn(page)
      await ended.locator('#outcome').waitFor()
      t.same(await misfits(ended), [], status)
      await takePicture(page, `words-${status}-${locale}`, { fullPage: true })
    }
  })

  t.test(`${locale}: at 260 px, no text of the pages around the form overflows or breaks inside a word`, async (t) => {
    const page = await (await browser.newContext({ locale, viewport: narrow })).newPage()
    for (const status of ['active', 'paid', 'expired', 'deactivated'] as const) {
      const { body } = renderLinkPage({ ...activeLink(), status }, locale, assets)
      await page.route('**/l/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
      await page.goto(`${links.address}/l/${linkCode}`)
      t.same(await misfits(page.mainFrame()), [], status)
      await takePicture(page, `words-link-${status}-${locale}`, { fullPage: true })
    }
  })
}

/**
 * Texts that do not fit their place, and words that two lines share. Sentences in Japanese and Chinese may break inside
 * a word, as they do in print; labels and buttons may not.
 */
async function misfits(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const found: string[] = []
    const elements = [...document.querySelectorAll<HTMLElement>('label, legend, button, p, h1, h2, a, span, dt, dd')]
    for (const element of elements.filter(({ offsetWidth }) => offsetWidth > 1)) {
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
        found.push(`too wide: ${element.innerText}`)
      if (/^(ja|zh)/.test(document.documentElement.lang) && !element.matches('label, button')) continue
      for (const node of element.childNodes) {
        if (!(node instanceof Text)) continue
        for (const { segment, index, isWordLike } of new Intl.Segmenter(document.documentElement.lang, {
          granularity: 'word',
        }).segment(node.data)) {
          if (!isWordLike) continue
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + segment.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) found.push(`broken: ${segment} in ${node.data}`)
        }
      }
    }
    return found
  })
}
