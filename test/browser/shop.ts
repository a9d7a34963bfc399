import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** A merchant's web server, on a different origin from the service. */
export interface Shop {
  /**
   * Address of a page that mounts one form for each client secret, in `#pay`, `#pay-1`, …
   * `options` are those of `ServicePay.checkout`, and `before` is markup before everything else in the page.
   */
  pageWith(clientSecrets: readonly string[], options?: object, before?: string): string
  /** The same, with a policy that allows the service and nothing else: only its frames, and no inline styles. */
  strictPageWith(clientSecrets: readonly string[]): string
  /** Address of a page that frames the given address. */
  pageAround(address: string): string
  stop(): Promise<void>
}

/** An event that a form's handlers received. `form` counts from 0. */
export interface ShopEvent {
  readonly form: number
  readonly name: string
  readonly argument: Readonly<Record<string, unknown>>
  readonly at: number
}

export async function startShop(serviceUrl: string): Promise<Shop> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://shop')
    if (pathname.startsWith('/strict')) sendStrict(response, pages.get(pathname) ?? '', serviceUrl)
    else send(response, pages.get(pathname) ?? '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Addresses are numbered, because a client secret must not be part of an address. */
  const publish = (content: string, folder = 'pages'): string => {
    const path = `/${folder}/${pages.size + 1}`
    pages.set(path, content)
    return address + path
  }
  return {
    pageWith: (clientSecrets, options = {}, before = '') =>
      publish(before + paymentPage(serviceUrl, clientSecrets, options)),
    strictPageWith: (clientSecrets) => publish(paymentPage(serviceUrl, clientSecrets, {}), 'strict'),
    pageAround: (framed) =>
      publish(`<main><h1>Elsewhere</h1><iframe id="framed" src="${framed}" width="600" height="600"></iframe></main>`),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((stopped) => server.close(stopped))
    },
  }
}

/**
 * The page passes every event to `note`, which runs in the test, so that events outlive the page. Without a `note` the
 * page keeps them in `notes`.
 */
function paymentPage(serviceUrl: string, secrets: readonly string[], options: object): string {
  const script = `
    window.notes = []
    window.note ??= (event) => notes.push(event)
    window.checkouts = ${JSON.stringify(secrets)}.map((clientSecret, form) => {
      const checkout = ServicePay.checkout({ clientSecret, ...${JSON.stringify(options)} })
      for (const name of ['ready', 'complete', 'failed', 'error'])
        checkout.on(name, (argument) => note({ form, name, argument, at: Date.now() }))
      return checkout.mount(form === 0 ? '#pay' : '#pay-' + form)
    })`
  const places = secrets.map((_secret, form) => `<div id="${form === 0 ? 'pay' : `pay-${form}`}"></div>`)
  return `<main><h1>Harbour Theatre</h1>${places.join('')}<p>Harbour Theatre, 1 Quay Street</p></main>
    <script src="${serviceUrl}/v1/servicepay.js"></script><script>${script}</script>`
}

function send(response: ServerResponse, content: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(wholePage(content, ' style="margin:1rem;font-family:sans-serif"'))
}

function sendStrict(response: ServerResponse, content: string, serviceUrl: string): void {
  const { origin } = new URL(serviceUrl)
  const sources = `script-src ${origin} 'nonce-shop'; frame-src ${origin}`
  response.setHeader('content-security-policy', `default-src 'none'; img-src data:; ${sources}`)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(wholePage(content.replaceAll('<script>', '<script nonce="shop">'), ''))
}

function wholePage(content: string, look: string): string {
  return `<!doctype html><html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Shop</title><link rel="icon" href="data:,">
    </head>
    <body${look}>${content}</body></html>`
}

/** Collects the events of the shop's pages that open in this page. Call it before opening one. */
export async function collectEvents(page: Page): Promise<ShopEvent[]> {
  const events: ShopEvent[] = []
  await page.exposeFunction('note', (event: ShopEvent) => void events.push(event))
  return events
}

/** Waits for an event of this name. */
export async function waitForEvent(events: readonly ShopEvent[], name: string, form = 0): Promise<ShopEvent> {
  const found = () => events.find((event) => event.name === name && event.form === form)
  await until(
    () => found() !== undefined,
    () => `the event "${name}" of form ${form}; received: ${JSON.stringify(events)}`,
  )
  return found()!
}

/** Waits until the forms have sent this many events. */
export async function waitForEventCount(events: readonly ShopEvent[], count: number): Promise<void> {
  await until(() => events.length >= count, `${count} events`)
}

/** The names of the events of one form, in order, with the code of an error. */
export function namesOf(events: readonly ShopEvent[], form = 0): string[] {
  return events
    .filter((event) => event.form === form)
    .map(({ name, argument }) => (typeof argument['code'] === 'string' ? `${name} ${argument['code']}` : name))
}
