import type { Page } from 'playwright-core'
import t from 'tap'
import { formAssets } from '../../../server/pages/form-assets.ts'
import { renderHostedCheckout } from '../../../server/pages/hosted-checkout.ts'
import { clientSecret, openSession } from '../../browser/form-harness.ts'
import { browser, harness } from '../../form/form-page.ts'
import { locales, look } from '../../form/look.ts'

const assets = await formAssets()

for (const status of ['open', 'paid', 'failed', 'expired', 'refunded', 'disputed'] as const) {
  t.test(`hosted page, ${status}: axe finds no violation in any theme, direction or width`, async (t) => {
    harness.session = { ...openSession(), status }
    for (const locale of locales) {
      const page = await openHosted(locale)
      if (status === 'open') await page.frameLocator('iframe').locator('#number').waitFor()
      await look(t, page, page.mainFrame(), `hosted-${status}-${locale}`)
      await page.context().close()
    }
  })
}

/** The hosted page in this language. Its form is in the language of the page. */
async function openHosted(locale: string): Promise<Page> {
  const page = await (await browser.newContext({ locale, bypassCSP: true })).newPage()
  const { livemode, amount, currency, description, status, merchant_name, cancel_url, redirect_url } = harness.session
  const view = {
    livemode,
    amount,
    currency,
    description,
    status,
    merchantName: merchant_name,
    cancelUrl: cancel_url,
    redirectUrl: redirect_url,
    clientSecret,
  }
  const { body } = renderHostedCheckout(view, locale, assets)
  await page.route('**/checkout/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(`${harness.service}/checkout/${clientSecret}`)
  return page
}
