import { sleep } from './attempt.ts'
import type { Later } from './later.ts'
import { laterContract } from './later-contract.ts'
import { page } from './page.ts'

declare global {
  var servicePayLater: Later | undefined
}

/** Pauses before each request for the script, because the network may fail for a moment. */
const pausesMilliseconds = [0, 500, 1_500, 4_000]

/** Loads the second script, and its texts before it. Undefined: not possible now; a further call tries again. */
export async function loadLater(): Promise<Later | undefined> {
  for (const pause of pausesMilliseconds) {
    if (globalThis.servicePayLater) break
    if (pause) await sleep(pause)
    if (!globalThis.servicePayTexts) await insertScript(page.laterTexts)
    if (globalThis.servicePayTexts) await insertScript(page.laterScript)
  }
  const later = globalThis.servicePayLater
  // The second script calls functions of this one, which then need its texts.
  Object.assign(page.texts, globalThis.servicePayTexts)
  if (!later || later.contract === laterContract) return later
  // During a roll-out the script can come from a server with another release. A new document brings a fitting pair.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'reload') location.reload()
  return undefined
}

/** Resolves when the script has run or has failed. */
function insertScript(address: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = script.onerror = () => {
      script.remove()
      resolve()
    }
    document.head.append(script)
  })
}
