import type { Page } from 'playwright-core'
import t from 'tap'
import type { FormSession } from '../../../form/frame/session/form-session.ts'
import { formAssets } from '../../../server/pages/form/form-assets.ts'
import { renderHostedCheckout } from '../../../server/pages/hosted/hosted-checkout.ts'
import {
  clientSecret,
  hostedViewOf,
  openSession,
  paidReceipt,
  partRefundedReceipt,
} from '../../browser/form-harness.ts'
import { browser, harness } from '../../form/form-page.ts'
import { locales, look } from '../../form/look.ts'

const assets = await formAssets()

const states: Readonly<Record<string, Partial<FormSession>>> = {
  open: {},
  paid: { status: 'paid', receipt: paidReceipt() },
  'part-refunded': { status: 'paid', receipt: partRefundedReceipt() },
  failed: { status: 'failed' },
  expired: { status: 'expired' },
  refunded: { status: 'refunded', receipt: { ...partRefundedReceipt(), amount_refunded: 4250 } },
  disputed: { status: 'disputed', receipt: paidReceipt() },
}

for (const [status, state] of Object.entries(states)) {
  t.test(`hosted page, ${status}: axe finds no violation in any theme, direction or width`, async (t) => {
    harness.session = { ...openSession(), ...state }
    for (const locale of locales) {
      const page = await openHosted(locale)
      if (status === 'open') await page.frameLocator('iframe').locator('#pay').waitFor()
      await look(t, page, page.mainFrame(), `hosted-${status}-${locale}`)
      await page.context().close()
    }
  })
}

/** The hosted page in this language. Its form is in the language of the page. */
async function openHosted(locale: string): Promise<Page> {
  const page = await (await browser.newContext({ locale, bypassCSP: true })).newPage()
  const { body } = renderHostedCheckout(hostedViewOf(harness.session), locale, assets)
  await page.route('**/checkout/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(`${harness.service}/checkout/${clientSecret}`)
  return page
}
