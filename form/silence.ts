/** A frame that is silent for this long stays silent: the service is unreachable, or an extension blocks it. */
const loadDeadlineMilliseconds = 20_000
/** Error pages load, and are silent. Our pages send a message before they have loaded. */
const silenceAfterLoadMilliseconds = 3_000

/** Calls the function when our page must have sent a message, once or twice. */
export function onSilence(frame: HTMLIFrameElement, check: () => void): void {
  frame.onload = () => setTimeout(check, silenceAfterLoadMilliseconds)
  setTimeout(check, loadDeadlineMilliseconds)
}
