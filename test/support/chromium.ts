import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
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

/** Of a machine on which many test files begin at once. */
const startTimeoutMs = 120_000

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Starts a headless Chromium: `CHROMIUM_PATH`, else one on PATH, else the one that `npm ci` brings.
 * The caller closes it. Safe to call from many test files at once.
 */
export async function launchChromium(): Promise<Browser> {
  const installed = process.env['CHROMIUM_PATH'] || findOnPath()
  if (installed) return chromium.launch({ executablePath: installed, args: quietArguments, timeout: startTimeoutMs })
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

function findOnPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => namesOnPath.map((name) => join(folder, name))).find((path) => existsSync(path))
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
