import type { Page } from 'playwright-core'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { newSession, service, shop, visit } from './real-checkout.ts'
import { collectEvents, waitForEvent } from './shop.ts'

/** The requests for a session that the page's frames send. */
function sessionRequests(page: Page): string[] {
  const secrets: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/form/session')) secrets.push(request.headers()['authorization'] ?? '')
  })
  return secrets
}

/** Puts the form into the page as a loader does. Without `init`, the form's `hello` gets no answer. */
async function embed(page: Page, options: { name?: string; init?: string }): Promise<string[]> {
  return page.evaluate(
    async ({ name, init, src }) => {
      const types: string[] = []
      const frame = document.createElement('iframe')
      if (name !== undefined) frame.name = name
      frame.src = src
      const ended = new Promise<void>((resolve) => {
        addEventListener('message', ({ source, data }: MessageEvent<{ type: string }>) => {
          if (source !== frame.contentWindow) return
          types.push(data.type)
          if (data.type === 'hello' && init !== undefined)
            frame.contentWindow?.postMessage(
              { protocol: 'servicepay/1', type: 'init', clientSecret: init, redirect: false, variables: {} },
              '*',
            )
          if (data.type === (init === undefined ? 'hello' : 'ready')) resolve()
        })
      })
      document.querySelector('main')?.append(frame)
      await ended
      return types
    },
    { ...options, src: `${service.baseUrl}/v1/form/frame?locale=en` },
  )
}

t.test('with the loader, the form reads its session once, and the page keeps no trace of the secret', async (t) => {
  const { client_secret: secret } = await newSession()
  const { page } = await visit()
  const requests = sessionRequests(page)
  const events = await collectEvents(page)
  await page.addInitScript(() => {
    const recorded: string[] = []
    Object.assign(window, { recorded })
    new MutationObserver((records) => {
      for (const { addedNodes, target } of records)
        for (const node of [target, ...addedNodes]) if (node instanceof Element) recorded.push(node.outerHTML)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(shop.pageWith([secret]))
  await waitForEvent(events, 'ready')
  t.same(requests, [`Bearer ${secret}`])
  const frames = (await page.evaluate<string[]>('recorded')).filter((markup) => markup.startsWith('<iframe'))
  t.ok(frames.length > 0, 'a program that records the page saw the frame')
  t.notOk(frames.join('').includes(secret), 'and not the secret')
  t.equal(await page.frames()[1]?.evaluate('window.name'), '')
})

t.test('the form reads the session of its name before the page around it answers', async (t) => {
  const { client_secret: secret } = await newSession()
  const { page } = await visit()
  const requests = sessionRequests(page)
  await page.goto(shop.pageWith([]))
  t.same(await embed(page, { name: secret }), ['hello'])
  await page.waitForLoadState('networkidle')
  t.same(requests, [`Bearer ${secret}`])
})

t.test('a frame without the name becomes ready too', inFullRuns, async (t) => {
  const { client_secret: secret } = await newSession()
  const { page } = await visit()
  const requests = sessionRequests(page)
  await page.goto(shop.pageWith([]))
  t.same(await embed(page, { init: secret }), ['hello', 'ready'])
  t.same(requests, [`Bearer ${secret}`])
})

t.test('the secret of `init` decides, whatever the name of the frame is', async (t) => {
  const [named, meant] = [await newSession(), await newSession()]
  const { page } = await visit()
  const requests = sessionRequests(page)
  await page.goto(shop.pageWith([]))
  t.same(await embed(page, { name: named.client_secret, init: meant.client_secret }), ['hello', 'ready'])
  t.same(requests, [`Bearer ${named.client_secret}`, `Bearer ${meant.client_secret}`])
  await embed(page, { name: 'checkout', init: meant.client_secret })
  t.equal(requests.length, 3, 'a name that is no secret causes no request')
})
