import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'

/** Wall time by the path of the test file. */
const secondsFile = join(cacheFolder, 'seconds.json')

/** The slowest files of a run on two processors, slowest first: the order of a first run, which has no record yet. */
const usuallySlow = [
  'test/start/embedded.test.ts',
  'test/jobs/worker.test.ts',
  'test/sdk/examples/demo-shop.test.ts',
  'test/browser/three-d-secure.test.ts',
  'test/browser/three-d-secure-page.test.ts',
  'test/form/looks.test.ts',
  'test/browser/declines.test.ts',
  'test/processors/conformance.test.ts',
  'test/start/refusals.test.ts',
  'test/sdk/cli/trigger.test.ts',
  'test/journeys/card-data.test.ts',
  'test/webhooks/deliveries/end-to-end-window.test.ts',
  'test/browser/ciphertext.test.ts',
  'test/form/form-in-browser.test.ts',
  'test/sdk/cli/mistakes.test.ts',
  'test/sdk/cli/listen.test.ts',
  'test/browser/networks.test.ts',
  'test/pages/hosted-in-browser.test.ts',
  'test/browser/three-d-secure-own-pages.test.ts',
  'test/store/payment-search.test.ts',
  'test/dashboard/exports/export.test.ts',
  'test/docs/reference-examples.test.ts',
  'test/sdk/package.test.ts',
  'test/engines/embedded-postgres/start.test.ts',
  'test/docs/guides/guides-run.test.ts',
  'test/browser/merchant-page.test.ts',
  'test/browser/hosted-page.test.ts',
  'test/browser/keyboard.test.ts',
  'test/browser/hostile-texts.test.ts',
  'test/browser/three-d-secure-banks.test.ts',
  'test/form/appearance.test.ts',
  'test/fuzz/slow-bodies.test.ts',
  'test/sandbox/retention.test.ts',
  'test/dashboard/shell/access.test.ts',
  'test/commands/account/account.test.ts',
]

/**
 * The files that took longest in earlier runs come first. A long file that starts last would run alone while the other
 * processors idle.
 */
export function longestFirst(paths: readonly string[]): string[] {
  const seconds = readSeconds()
  return paths.toSorted((a, b) => secondsOf(b, seconds) - secondsOf(a, seconds))
}

/** A file without a record counts as short, unless it is known to be slow. */
function secondsOf(path: string, seconds: Readonly<Record<string, number>>): number {
  const index = usuallySlow.indexOf(path)
  return seconds[path] ?? (index < 0 ? 0 : 1 + usuallySlow.length - index)
}

export function keepSeconds(seconds: ReadonlyMap<string, number>): void {
  try {
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(secondsFile, JSON.stringify({ ...readSeconds(), ...Object.fromEntries(seconds) }))
  } catch {
    // Without the record the next run takes longer, and nothing else changes.
  }
}

function readSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(secondsFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
