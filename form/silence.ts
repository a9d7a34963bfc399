import type { LoadFailure } from '../spec/lib/form-api.ts'

/** A frame that is silent for this long stays silent: the service is unreachable, or an extension blocks it. */
const loadDeadlineMilliseconds = 20_000
/** Error pages load, and are silent. Our pages send a message before they have loaded. */
const silenceAfterLoadMilliseconds = 3_000

/** Calls the function after each load when our page must have sent a message, and a last time at the deadline. */
export function onSilence(frame: HTMLIFrameElement, check: (reason?: LoadFailure) => void): void {
  frame.onload = () => setTimeout(check, silenceAfterLoadMilliseconds)
  setTimeout(check, loadDeadlineMilliseconds, 'no_answer')
}
