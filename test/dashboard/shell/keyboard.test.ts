import t from 'tap'
import { until } from '../../support/until.ts'
import { isFull } from '../../support/combinations.ts'
import { address, browser, claim, service } from './browser.ts'
import { password } from './support.ts'

for (const javaScriptEnabled of isFull ? [true, false] : [false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  t.test(`a merchant signs in, sets the time zone and signs out by keyboard, ${how} JavaScript`, async (t) => {
    const email = `keyboard-${String(javaScriptEnabled)}@example.com`
    const { body } = await service.call('POST', '/v1/sandbox/signup', { email })
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => {
      // The form that the service refuses answers 422.
      if (message.type() === 'error' && !/status of 422\b/.test(message.text())) problems.push(message.text())
    })
    await claim(page, email, String(body['secret_key']))
    await page.getByText('TEST', { exact: true }).waitFor()
    await page.goto(address('test/settings'))
    await page.getByLabel('Time zone').selectOption('Europe/Paris')
    await page.getByRole('button', { name: 'Set the time zone' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Times are now shown in Europe/Paris.').waitFor()
    await page.getByLabel('Current password').fill('not my password')
    await page.getByLabel('New password').fill('another good phrase')
    await page.keyboard.press('Enter')
    await page.getByText('This is not your current password.').waitFor()
    // The page's script moves the focus to the wrong field.
    if (javaScriptEnabled) await page.locator('#password-current:focus').waitFor()
    await page.locator('summary').filter({ hasText: 'Your account' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign out', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('You are signed out.').waitFor()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('You are signed in.').waitFor()
    t.same(problems, [])
    await context.close()
  })
}

t.test(
  'on a narrow screen the entries and their tabs lead to each page, by keyboard, without JavaScript',
  async (t) => {
    const { body } = await service.call('POST', '/v1/sandbox/signup', { email: 'narrow@example.com' })
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 260, height: 700 } })
    const page = await context.newPage()
    await claim(page, 'narrow@example.com', String(body['secret_key']))
    const [entries, tabs] = [page.locator('.pages a'), page.locator('.tabs a')]
    t.same(await entries.allTextContents(), [
      ...['Home', 'Payments', 'Links', 'Disputes', 'Reports', 'Developers', 'Settings'],
    ])
    await entries.filter({ hasText: 'Developers' }).focus()
    await page.keyboard.press('Enter')
    await tabs.filter({ hasText: 'Webhooks' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    t.same(await page.locator('[aria-current=page]').allTextContents(), ['Webhooks'])
    t.same(await page.locator('.pages [aria-current]').allTextContents(), ['Developers'])
    t.notOk(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), 'the page fits')
    await page.locator('summary').filter({ hasText: 'Your account' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
    await context.close()
  },
)

t.test('a slash leads to the search, which leads to the payments', async (t) => {
  const { body } = await service.call('POST', '/v1/sandbox/signup', { email: 'slash@example.com' })
  const page = await browser.newPage()
  await claim(page, 'slash@example.com', String(body['secret_key']))
  await page.locator('main h1').click()
  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  t.equal(new URL(page.url()).searchParams.get('q'), 'a/b', 'a slash in a field is a character')
  const menu = page.locator('details.popover').filter({ hasText: 'Your account' })
  await menu.locator('summary').click()
  await page.keyboard.press('Escape')
  t.equal(await menu.getAttribute('open'), null, 'Escape closes the menu')
  await page.close()
})

t.test('the list of requests goes on while the person develops, and rests while the page is hidden', async (t) => {
  const { body } = await service.call('POST', '/v1/sandbox/signup', { email: 'live@example.com' })
  const key = { Authorization: `Bearer ${String(body['secret_key'])}` }
  const page = await browser.newPage()
  await claim(page, 'live@example.com', String(body['secret_key']))
  await page.clock.install()
  await page.goto(address('test/api-requests'))
  await page.getByText('No requests in the last 24 hours').waitFor()
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  const looks: string[] = []
  page.on('request', (request) => looks.push(request.url()))
  await service.call('GET', '/v1/refunds', undefined, key)
  await page.clock.runFor(60_000)
  t.same(looks, [], 'a hidden page asks for nothing')
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }))
  const shown = page.getByRole('link', { name: 'GET /v1/refunds' })
  await until(async () => {
    await page.clock.runFor(3_000)
    return shown.isVisible()
  })
  await shown.click()
  await page.getByRole('heading', { name: 'Reply' }).waitFor()
  await page.close()
})
