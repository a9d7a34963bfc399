import t from 'tap'
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

t.test('on a narrow screen a button opens the list of pages, by keyboard and without JavaScript', async (t) => {
  const { body } = await service.call('POST', '/v1/sandbox/signup', { email: 'narrow@example.com' })
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
  const page = await context.newPage()
  await claim(page, 'narrow@example.com', String(body['secret_key']))
  const [menu, webhooks] = [
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('link', { name: 'Webhooks', exact: true }),
  ]
  t.notOk(await webhooks.isVisible(), 'the list is closed at first')
  await menu.focus()
  await page.keyboard.press('Enter')
  await webhooks.waitFor()
  await page.keyboard.press('Escape')
  await webhooks.waitFor({ state: 'hidden' })
  await menu.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await webhooks.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  t.equal(await page.locator('.pages a[aria-current=page]').textContent(), 'Webhooks')
  await page.setViewportSize({ width: 1280, height: 800 })
  t.notOk(await menu.isVisible(), 'a wide screen always shows the list')
  await context.close()
})
