import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../support/until.ts'
import { findProgram } from './programs.ts'
import { end, idOf, type BrowserOptions, type Commands, type RemoteBrowser } from './webdriver.ts'

export const firefoxProgram = findProgram('FIREFOX_PATH', ['firefox-esr', 'firefox'])

/** Names and parameters of the commands in Marionette, the protocol that Firefox itself speaks. */
const commands: { [Name in keyof Commands]: (parameters: Commands[Name]) => [string, object] } = {
  navigate: (parameters) => ['WebDriver:Navigate', parameters],
  back: () => ['WebDriver:Back', {}],
  reload: () => ['WebDriver:Refresh', {}],
  execute: (parameters) => ['WebDriver:ExecuteScript', parameters],
  enter: ({ frame }) => ['WebDriver:SwitchToFrame', frame === null ? { id: null } : { element: idOf(frame) }],
  click: ({ element }) => ['WebDriver:ElementClick', { id: element }],
  type: ({ element, text }) => ['WebDriver:ElementSendKeys', { id: element, text }],
  act: (parameters) => ['WebDriver:PerformActions', parameters],
  resize: (parameters) => ['WebDriver:SetWindowRect', parameters],
  screenshot: () => ['WebDriver:TakeScreenshot', { full: false }],
}

/** Reads what the console shows of pages, and empties it. Runs with the rights of the browser itself. */
const readConsole = `
  const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage)
  const errors = Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError)
    .map(({ errorMessage, sourceName, category }) => ({ text: category + ': ' + errorMessage, from: sourceName }))
  const logged = storage.getEvents().filter(({ level }) => level === 'error' || level === 'warn')
    .map((event) => ({ text: event.level + ': ' + event.arguments.map(String).join(' '), from: event.filename }))
  Services.console.reset()
  storage.clearEvents()
  // The test itself causes the warning about layout, because it looks at pages while they load, and the error about
  // time, because it leaves pages whose scripts run. Firefox has no payment confirmation of its own, and says that it
  // skips the permission with which the bank's page may use that of other browsers. It also tells developers that it
  // keeps the storage of the form apart for each shop, as the form wants it.
  const own = new RegExp(
    '^Layout|^cookiePartitionedForeign|Script terminated by timeout|Skipping unsupported feature name .payment.',
  )
  return [...errors, ...logged].filter(({ from, text }) => from.startsWith('http') && !own.test(text))
    .map(({ text, from }) => text + ' ' + from)`

/** Starts a headless Firefox with a profile of its own. */
export async function startFirefox({ isDark = false, language = 'en-GB' }: BrowserOptions): Promise<RemoteBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const preferences = {
    'marionette.port': 0,
    'intl.accept_languages': language,
    'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    'app.normandy.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    // Tab then stops where it stops for most customers.
    'accessibility.tabfocus': 7,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const words = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile]
  const child = spawn(firefoxProgram ?? '', words, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const portFile = join(profile, 'MarionetteActivePort')
  await until(() => existsSync(portFile) && readFileSync(portFile, 'utf8') !== '', 'Firefox listens')
  const marionette = await openMarionette(Number(readFileSync(portFile, 'utf8')))
  await marionette.send('WebDriver:NewSession', {})

  return {
    name: 'Firefox',
    send: (name, parameters) => marionette.send(...commands[name](parameters)),
    complaints: async () => {
      await marionette.send('Marionette:SetContext', { value: 'chrome' })
      const found = await marionette.send('WebDriver:ExecuteScript', { script: readConsole, args: [] })
      await marionette.send('Marionette:SetContext', { value: 'content' })
      return found as string[]
    },
    stop: async () => {
      marionette.close()
      await end(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface Marionette {
  send(name: string, parameters: object): Promise<unknown>
  close(): void
}

/** Messages in both directions are `<bytes>:<JSON>`. Firefox answers the commands in order. */
async function openMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  const replies = messagesOf(socket)
  await once(socket, 'connect')
  // Firefox greets first.
  await replies.next()
  let last = 0
  return {
    async send(name, parameters) {
      const message = JSON.stringify([0, ++last, name, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
      const { value } = await replies.next()
      const [, , error, result] = value as [number, number, { error: string; message: string } | null, unknown]
      if (error) throw new Error(`${name}: ${error.error}: ${error.message}`)
      const isWrapped = typeof result === 'object' && result !== null && 'value' in result
      return isWrapped ? result.value : result
    },
    close: () => socket.destroy(),
  }
}

async function* messagesOf(socket: Socket): AsyncGenerator<unknown> {
  let waiting = Buffer.alloc(0)
  for await (const chunk of socket) {
    waiting = Buffer.concat([waiting, chunk as Buffer])
    for (;;) {
      const colon = waiting.indexOf(':')
      const end = colon + 1 + Number(waiting.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || waiting.length < end) break
      const message = waiting.subarray(colon + 1, end).toString()
      waiting = waiting.subarray(end)
      yield JSON.parse(message)
    }
  }
}
