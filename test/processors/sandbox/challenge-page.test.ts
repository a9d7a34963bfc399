import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { completeFromForm, renderChallenge } from '../../../server/pages/challenge/sandbox-challenge.ts'
import { formAssets } from '../../../server/pages/form/form-assets.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { earlier, openBank, purchaseOf } from './bank-fixture.ts'

const { bank, clock } = await openBank(t)
const assets = await formAssets()

async function challenged(): Promise<{ reference: string; token: string }> {
  const purchase = purchaseOf('challenge')
  const outcome = await bank.purchase(purchase)
  if (outcome.kind !== 'challenge') throw new Error('Bug: no challenge')
  return { reference: purchase.reference, token: outcome.challenge.url.split('/').at(-1) ?? '' }
}

async function pageOf(token: string, merchant: string | null = 'Harbour Theatre') {
  return renderChallenge(await bank.challengeByToken(token), merchant, 'en-GB', assets)
}

t.test('the page names the test bank and asks to confirm the payment', async (t) => {
  const { token } = await challenged()
  const { status, body, headers } = await pageOf(token)
  t.equal(status, 200)
  for (const text of [
    'Test bank',
    'no real money moves',
    'Confirm the payment of £42.00 to Harbour Theatre?',
    'Approve',
    'Decline',
    'Cancel',
  ])
    t.ok(body.includes(text), text)
  t.ok((await pageOf(token, null)).body.includes('Confirm the payment of £42.00?'))
  t.notOk((await pageOf(token, '<script>')).body.includes('<script>'), 'the name is escaped')
  const policy = headers['content-security-policy'] ?? ''
  for (const rule of ["default-src 'none'", "form-action 'self'", 'frame-ancestors *', "base-uri 'none'"])
    t.ok(policy.includes(rule), rule)
  t.match(headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  t.equal((await pageOf('unknown')).status, 404)
})

t.test('each button has its effect once', async (t) => {
  const ends = { approved: 'approved', declined: 'declined', abandoned: 'declined' } as const
  for (const [outcome, kind] of Object.entries(ends)) {
    const { reference, token } = await challenged()
    t.same(await completeFromForm(bank, token, `outcome=${outcome}`), { kind: 'answered', reference })
    t.match(await bank.lookup(earlier(reference)), { kind })
    t.same(
      await completeFromForm(bank, token, `outcome=${kind === 'approved' ? 'declined' : 'approved'}`),
      { kind: 'answered', reference },
      'the page accepts a second answer',
    )
    t.match(await bank.lookup(earlier(reference)), { kind }, 'the second answer changes nothing')
    t.ok((await pageOf(token)).body.includes(kind === 'approved' ? 'Payment confirmed' : 'Payment not confirmed'))
  }
})

t.test('other form values have no effect', async (t) => {
  const { reference, token } = await challenged()
  for (const body of ['', 'outcome=', 'outcome=APPROVED', 'outcome=toString', '{"outcome":"approved"}']) {
    t.same(await completeFromForm(bank, token, body), { kind: 'invalid' }, body)
  }
  t.same(await completeFromForm(bank, 'unknown', 'outcome=approved'), { kind: 'unknown' })
  t.match(await bank.lookup(earlier(reference)), { kind: 'challenge' })
})

t.test('after ten minutes without an answer the payment is not confirmed', async (t) => {
  const { reference, token } = await challenged()
  clock.advance(10 * 60)
  t.ok((await pageOf(token)).body.includes('Payment not confirmed'))
  t.same(await completeFromForm(bank, token, 'outcome=approved'), { kind: 'answered', reference })
  t.match(await bank.lookup(earlier(reference)), { kind: 'declined', failureCode: 'authentication_failed' })
})

t.test('the page works without scripts, in a window or in a frame of the same origin', async (t) => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = request.url?.split('/challenge/')[1]
    if (!token)
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<iframe src="/sandbox/challenge/${waiting.token}"></iframe>`)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method === 'POST') {
      await completeFromForm(bank, token, body)
      return void response.writeHead(303, { location: request.url ?? '' }).end()
    }
    const page = await pageOf(token)
    response.writeHead(page.status, page.headers).end(page.body)
  }
  const server = createServer((request, response) => void answer(request, response))
  const waiting = await challenged()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchChromium()
  t.teardown(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('dialog', { name: /^Confirm the payment/ }).waitFor()
  await frame.getByRole('button', { name: 'Approve' }).click()
  await frame.getByText('You can close this window').waitFor()
  t.match(await bank.lookup(earlier(waiting.reference)), { kind: 'approved', threeDSecure: 'challenge' })
})
