import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { until } from '../../support/until.ts'
import { findProgram } from './programs.ts'
import { end, type BrowserOptions, type Commands, type ElementReference, type RemoteBrowser } from './webdriver.ts'

export const webKitProgram = findProgram('WEBKIT_DRIVER_PATH', ['WebKitWebDriver'])
/** The screen that WebKit draws on, because its small browser has no headless mode. */
export const screenProgram = findProgram('XVFB_PATH', ['Xvfb'])

const browserProgram = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path))

/** The WebDriver request of each command, after the address of the session. */
const requests: { [Name in keyof Commands]: (parameters: Commands[Name]) => [string, string, object?] } = {
  navigate: (parameters) => ['POST', '/url', parameters],
  back: () => ['POST', '/back', {}],
  reload: () => ['POST', '/refresh', {}],
  execute: (parameters) => ['POST', '/execute/sync', parameters],
  enter: ({ frame }) => ['POST', '/frame', { id: frame }],
  click: ({ element }) => ['POST', `/element/${element}/click`, {}],
  type: ({ element, text }) => ['POST', `/element/${element}/value`, { text }],
  act: (parameters) => ['POST', '/actions', parameters],
  resize: (parameters) => ['POST', '/window/rect', parameters],
  screenshot: () => ['GET', '/screenshot'],
}

/** After these commands the browser is in another document. */
const entering: ReadonlySet<keyof Commands> = new Set(['navigate', 'back', 'reload', 'enter'])

/**
 * Under WebDriver, WebKit shows its console nowhere. So each document collects what it would show there, from the
 * moment when the test first looks at it.
 */
const watchConsole = `
  if (!window.complaints) {
    window.complaints = []
    addEventListener('error', ({ message }) => complaints.push(message))
    addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      complaints.push(violatedDirective + ' ' + blockedURI))
    for (const level of ['error', 'warn']) console[level] = (...words) => complaints.push(words.join(' '))
  }`
const readConsole = 'return window.complaints?.splice(0) ?? []'
const findFrames = `const frames = (root) => [...root.querySelectorAll('*')].flatMap((element) =>
  element.shadowRoot ? frames(element.shadowRoot) : element.tagName === 'IFRAME' ? [element] : [])
  return frames(document)`

/** Starts the small browser of WebKitGTK on a screen in memory. */
export async function startWebKit({ isDark = false }: BrowserOptions): Promise<RemoteBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'))
  const screen = spawn(screenProgram ?? '', ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const port = await freePort()
  const driver = spawn(webKitProgram ?? '', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      LANG: 'C.UTF-8',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs rights that containers lack. It opens only pages of this test.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const base = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${base}/status`).catch(() => null))?.ok === true, 'WebKitWebDriver listens')
  const args = ['--automation', ...(isDark ? ['--dark-mode'] : [])]
  const browserOptions = { 'webkitgtk:browserOptions': { binary: browserProgram, args } }
  const session = await call(`${base}/session`, 'POST', { capabilities: { alwaysMatch: browserOptions } })
  const address = `${base}/session/${(session as { sessionId: string }).sessionId}`
  const send: RemoteBrowser['send'] = (name, parameters) => {
    const [method, path, body] = requests[name](parameters)
    return call(address + path, method, body)
  }
  const run = (script: string): Promise<unknown> => send('execute', { script, args: [] })

  return {
    name: 'WebKit',
    send: async (name, parameters) => {
      const result = await send(name, parameters)
      if (entering.has(name)) await run(watchConsole)
      return result
    },
    complaints: async () => {
      await send('enter', { frame: null })
      const found = (await run(readConsole)) as string[]
      for (const frame of (await run(findFrames)) as ElementReference[]) {
        await send('enter', { frame: null })
        await send('enter', { frame })
        found.push(...((await run(readConsole)) as string[]))
      }
      return found
    },
    stop: async () => {
      await call(address, 'DELETE').catch(() => {})
      await end(driver)
      await end(screen)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function call(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, body ? { method, body: JSON.stringify(body) } : { method })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) {
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${new URL(address).pathname}: ${error}: ${message}`)
  }
  return value
}
