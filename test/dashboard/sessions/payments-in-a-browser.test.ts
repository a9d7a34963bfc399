import t from 'tap'
import type { Page } from 'playwright-core'
import { sql } from '../../support/sql.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { inFullRuns, isFull } from '../../support/combinations.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import { startService } from '../../support/service.ts'
import { signIn, signInElsewhere } from '../shell/support.ts'

const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
const browser = await launchChromium()
const owner = await signIn(service)
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

/** Opens the list of payments in a browser where the owner is signed in. */
async function openList(options: {
  javaScriptEnabled: boolean
}): Promise<{ page: Page; problems: string[]; close: () => Promise<void> }> {
  const context = await browser.newContext({ ...options, viewport: { width: 375, height: 800 } })
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: service.baseUrl })))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${service.baseUrl}/dashboard/test/payments`)
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  return { page, problems, close: () => context.close() }
}

const refundsOf = (id: string): Promise<object[]> =>
  sql(service, 'select amount, status, reason from refunds where session_id = ?', [id])

// With JavaScript, the tests below use the same pages.
for (const javaScriptEnabled of isFull ? [true, false] : [false]) {
  t.test(
    `a merchant finds a payment and refunds it with the mouse, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    async (t) => {
      const reference = `mouse-${String(javaScriptEnabled)}`
      const session = await paidSession(service, { reference, description: 'Two tickets' })
      const { page, problems, close } = await openList({ javaScriptEnabled })
      await page.getByLabel('Search').fill(reference)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByText('Show all payments').waitFor()
      const menu = (name: string) => page.locator('.list-tools summary', { hasText: name })
      await menu('Status').click()
      await page.getByLabel('Status').selectOption('Paid')
      // With the script, a click outside closes it. It keeps what was chosen.
      await page.getByRole('heading', { name: 'Payments', level: 1 }).click()
      if (!javaScriptEnabled) await menu('Status').click()
      await menu('Currency').click()
      await page.getByLabel('Currency').selectOption('GBP')
      await menu('Currency').press('Enter')
      await menu('Amount').click()
      await page.getByLabel('Amount from').fill('25')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/status=paid/)
      await page.getByRole('link', { name: '£25.00' }).click()
      await page.getByRole('heading', { name: 'What has happened' }).waitFor()
      await page.getByRole('link', { name: 'Refund', exact: true }).click()
      await page.getByLabel('Amount in GBP').fill('7.50')
      await page.getByLabel('Reason').fill('One seat was broken')
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText('Left afterwards').waitFor()
      await page.getByRole('button', { name: 'Refund £7.50' }).click()
      await page.getByText('£7.50 is refunded.').waitFor()
      t.same(await refundsOf(session.id), [{ amount: 750, status: 'succeeded', reason: 'One seat was broken' }])
      await page.reload()
      await page.goBack()
      t.equal((await refundsOf(session.id)).length, 1, 'neither a reload nor the back button refunds again')
      t.same(problems, [])
      await close()
    },
  )
}

t.test('a merchant finds a payment, refunds it and ends a checkout by keyboard', async (t) => {
  const session = await paidSession(service, { reference: 'keys-only' })
  const { page, problems, close } = await openList({ javaScriptEnabled: true })
  /** Presses Tab until the focus is on the element with this name. */
  const tabTo = async (role: 'link' | 'button' | 'textbox' | 'checkbox', name: string | RegExp): Promise<void> => {
    const target = page.getByRole(role, { name }).first()
    await target.waitFor()
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(name)}`)
  }
  await tabTo('textbox', 'Search')
  await page.keyboard.type('keys-only')
  await page.keyboard.press('Enter')
  await page.getByText('Show all payments').waitFor()
  await tabTo('link', '£25.00')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Payment of £25.00' }).waitFor()
  await tabTo('link', /^Refund$/)
  await page.keyboard.press('Enter')
  await tabTo('textbox', 'Amount in GBP')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1,000')
  await page.keyboard.press('Enter')
  await page.getByText('no separator for thousands').waitFor()
  await page.locator('#check-amount:focus').waitFor()
  t.pass('the page’s script moves the focus to the wrong field')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await tabTo('button', 'Refund £10.00')
  await page.keyboard.press('Enter')
  await page.getByText('£10.00 is refunded.').waitFor()
  t.match(await refundsOf(session.id), [{ amount: 1000, status: 'succeeded' }])

  const open = await createSession(service, { reference: 'to-be-ended' })
  await page.goto(`${service.baseUrl}/dashboard/test/payments/${open.id}`)
  await tabTo('link', 'End this checkout')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'End the checkout of £25.00?' }).waitFor()
  await tabTo('checkbox', /Yes, end it/)
  await page.keyboard.press('Space')
  await tabTo('button', 'End this checkout')
  await page.keyboard.press('Enter')
  await page.getByText('The checkout has ended.').waitFor()
  t.same(problems, [])
  await close()
})

t.test('the search finds a reference that has the check digit of a card number, as the API does', async (t) => {
  const search = (member: typeof owner, q: string) =>
    member.get(`/dashboard/test/payments?${new URLSearchParams({ q }).toString()}`)
  for (const reference of ['1764333600005', '4000000000006', 'order 1764333600005']) {
    const { id } = await createSession(service, { reference })
    const found = await search(owner, reference)
    t.match([found.status, found.html], [200, `/payments/${id}"`], reference)
  }
  const refused = await search(await signInElsewhere(service), '1764333600005')
  t.match(refused.location, /refused=card_number$/, 'the reference of another account is none here')
})

/** The backgrounds of an element, and of all that is in it, that are nearly black. */
function darkGrounds(element: Element): string[] {
  return [element, ...element.querySelectorAll('*')]
    .map((one) => getComputedStyle(one).backgroundColor)
    .filter((colour) => {
      const [red = 255, green = 255, blue = 255, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      return alpha > 0 && red + green + blue < 200
    })
}

t.test(
  'a landscape sheet has the whole width, and fields have letters that an iPhone does not enlarge',
  inFullRuns,
  async (t) => {
    const { page, close } = await openList({ javaScriptEnabled: true })
    const small = await page
      .locator('input:not([type=hidden], [type=checkbox]), select, textarea')
      .evaluateAll((fields) =>
        fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map(({ id }) => id),
      )
    t.same(small, [])
    await page.setViewportSize({ width: 1047, height: 700 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const width = await page.locator('main').evaluate((main) => main.getBoundingClientRect().width)
    t.ok(width > 1000, `${width} px`)
    const parts = { numbers: '.figures', payments: 'table.payments' }
    for (const [path, part] of Object.entries(parts)) {
      await page.goto(`${service.baseUrl}/dashboard/test/${path}`)
      // The widths of an A4 sheet without its margins: figures are printed on its side.
      await page.setViewportSize({ width: path === 'numbers' ? 1032 : 703, height: 700 })
      const cut = await page
        .locator(part)
        .evaluateAll((tables) => tables.map((one) => one.scrollWidth - one.clientWidth))
      t.ok(cut.length > 0)
      t.same(Math.max(...cut), 0, `${path}: no column is cut`)
      t.same(await page.locator('body').evaluate(darkGrounds), [], `${path}: paper stays light in dark mode`)
      if (path !== 'numbers') continue
      const head = await page.locator('.figures thead').first().boundingBox()
      t.ok((head?.width ?? 0) > 700, 'the names of the columns are printed')
    }
    await close()
  },
)

t.test('with JavaScript, the page asks before it opens a dispute', async (t) => {
  const session = await paidSession(service)
  const { page, close } = await openList({ javaScriptEnabled: true })
  await page.goto(`${service.baseUrl}/dashboard/test/payments/${session.id}`)
  const asked = page.getByRole('dialog', { name: 'Let the cardholder’s bank take £25.00 back?' })
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  t.equal(await asked.locator(':focus').textContent(), 'Go back')
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
  t.same(await sql(service, 'select id from disputes where session_id = ?', [session.id]), [])
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  await asked.getByRole('button', { name: 'Open a dispute' }).click()
  await page.getByText('has opened a dispute').waitFor()
  await page.getByRole('link', { name: 'Dispute of £25.00' }).click()
  await page.getByRole('button', { name: 'Decide in your favour (won)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide in your favour (won)' }).click()
  await page.getByText('£25.00 came back.').first().waitFor()
  await close()
})
