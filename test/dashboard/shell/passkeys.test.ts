import type { CDPSession, Page } from 'playwright-core'
import t from 'tap'
import { address, browser, claim, service } from './browser.ts'
import { formIn, openBrowser, password } from './support.ts'

const methods = 'test/settings/sign-in'

/** A page in a browser with an authenticator that confirms at once, as a fingerprint does. */
async function withAuthenticator(): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, cdp }
}

t.test('a passkey is the second factor, signs in alone, and signs each form once', async (t) => {
  const email = 'passkey@example.com'
  const { body } = await service.call('POST', '/v1/sandbox/signup', { email })
  const { page } = await withAuthenticator()
  await claim(page, email, String(body['secret_key']))
  await page.goto(address(methods))
  await page.getByLabel('Name').fill('Laptop')
  await page.locator('#add-passkey').getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey “Laptop” is added. Every other sign-in of yours has ended.').waitFor()

  const signOut = async (): Promise<void> => {
    await page.context().clearCookies()
    await page.goto(address('sign-in'))
  }
  await signOut()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Now give your second factor.').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You are signed in.').waitFor()

  await signOut()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('You are signed in.').waitFor()
  const signed = new URLSearchParams((await sent).postData() ?? '').get('passkey') ?? ''
  t.match(JSON.parse(signed), { type: 'public-key' })

  const thief = openBrowser(service)
  const stolen = await thief.submit('/dashboard/sign-in', 'by-passkey', { passkey: signed })
  t.match([stolen.status, stolen.text], [422, 'This service does not know the passkey.'], 'it signed another form')
  const form = formIn((await thief.get('/dashboard/sign-in')).html, 'by-passkey')
  for (const passkey of ['', '{}', '[]', '{"id":1}', '{"id":"x","response":{}}', signed.slice(0, -1)])
    t.equal((await thief.post(form?.action ?? '', { ...form?.fields, passkey })).status, 422, passkey)

  // Sensitive changes need a fresh signature.
  service.clock.advance(15 * 60 + 1)
  await page.goto(address(methods))
  await page.locator('#remove-passkey').getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await page.getByText('The passkey “Laptop” is removed.').waitFor()
  t.match(await page.getByRole('main').innerText(), 'Add a passkey')
  await page.context().close()
})
