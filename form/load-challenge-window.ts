import type * as WindowScript from './challenge-window.ts'
import { serviceAddress } from './service-frame.ts'

declare global {
  /** Address of the script of the bank's window, relative to the loader's. The bundler inserts it. */
  const challengeWindowScript: string
}

type WindowScript = typeof WindowScript
type Loaded = Promise<WindowScript['openChallengeWindow'] | undefined>

/** After this time the form offers the bank's page in a new tab instead. */
const timeoutMilliseconds = 10_000

let loading: Loaded | undefined
let tries = 0

/** Loads the bank's window, which few payments need. Undefined: not possible now; a further call tries again. */
export function loadChallengeWindow(): Loaded {
  return (loading ||= Promise.race([
    // Browsers remember a failed import by its address.
    import(`${serviceAddress(challengeWindowScript)}?${tries++}`) as Promise<WindowScript>,
    new Promise<never>((_, reject) => setTimeout(reject, timeoutMilliseconds)),
  ])
    .then((script) => script.openChallengeWindow)
    .catch(() => (loading = undefined)))
}
