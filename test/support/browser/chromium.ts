import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { runInRealTime } from '../time-outs.ts'
import { unpackChromium } from './unpack-chromium.ts'

/** Nothing but the tests may use the network, and nothing may ask the person at the keyboard. */
const quietArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** Long enough for a machine on which many test files start a browser at once. */
const startTimeoutMs = 120_000

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A browser waits this long for an element or a page. People wait for a red line, so it is a fifth of the file's limit.
 */
const waitMs = (Number(process.env['TAP_TIMEOUT'] ?? 300) / 5) * 1_000

/**
 * Starts a headless Chromium: `CHROMIUM_PATH`, else the locked `@sparticuz/chromium` where it can run, else one on
 * PATH. The locked one comes first so that every machine tests with the same browser. The caller closes it. Safe to
 * call from many test files at once.
 */
export async function launchChromium(): Promise<Browser> {
  runInRealTime()
  const browser = await launch()
  const newContext = browser.newContext.bind(browser)
  // Every page belongs to a context, and `newPage` calls this function too.
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(waitMs)
    return context
  }
  return browser
}

async function launch(): Promise<Browser> {
  const chosen = process.env['CHROMIUM_PATH'] || (lockedChromiumRuns() ? undefined : chromiumOnPath())
  if (chosen) return chromium.launch({ executablePath: chosen, args: quietArguments, timeout: startTimeoutMs })
  const unpacked = await unpackChromium()
  const libraryPath = [unpacked.libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter)
  const fonts = machineHasFonts() ? {} : { FONTCONFIG_FILE: unpacked.fontConfig }
  return chromium.launch({
    executablePath: unpacked.executable,
    args: quietArguments,
    timeout: startTimeoutMs,
    env: { ...definedVariables(), LD_LIBRARY_PATH: libraryPath, ...fonts },
  })
}

/** The package holds a program for 64-bit Intel Linux only. */
function lockedChromiumRuns(): boolean {
  return process.platform === 'linux' && process.arch === 'x64'
}

function chromiumOnPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders
    .flatMap((folder) => namesOnPath.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
  if (!found) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program')
  return found
}

function machineHasFonts(): boolean {
  return ['/usr/share/fonts', '/usr/local/share/fonts'].some(
    (folder) => existsSync(folder) && readdirSync(folder).length > 0,
  )
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
