import { patiently } from './session/call.ts'
import type { Later } from './later.ts'
import { laterContract } from './later-contract.ts'
import { page } from './page/page.ts'

declare global {
  var servicePayLater: Later | undefined
}

/** Loads the second script, and its texts before it. Undefined: not possible now; a further call tries again. */
export async function loadLater(): Promise<Later | undefined> {
  await loadPatiently(() => globalThis.servicePayLater, [page.laterTexts, page.laterScript])
  const later = globalThis.servicePayLater
  if (!later || later.contract === laterContract) return later
  // During a roll-out the script can come from a server with another release. A new document brings a fitting pair.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'reload') location.reload()
  return undefined
}

/** Runs these scripts, each after the one before, until the last one has set what `isThere` reads. */
export async function loadPatiently(isThere: () => unknown, addresses: readonly string[]): Promise<void> {
  if (isThere()) return
  await patiently(async () => {
    await Promise.all(addresses.map(insertScript))
    return isThere()
  })
}

/** Resolves when the script has run or has failed. Scripts that are inserted together run in this order. */
function insertScript(address: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.async = false
    script.src = address
    script.onload = script.onerror = () => {
      script.remove()
      resolve()
    }
    document.head.append(script)
  })
}
