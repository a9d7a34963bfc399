import { withProtocol } from '../messages.ts'
import { element } from './page/page.ts'
import { connectToParent } from './page/parent-window.ts'
import { startForm } from './start.ts'

/** How long the frame stays empty while it waits for the session. */
const emptyMilliseconds = 50

const sandboxed = { type: 'error', error: { code: 'load_failed', message: '', reason: 'sandboxed' } } as const

/** In a sandboxed frame without `allow-forms`, buttons do nothing, neither ours nor those of the bank's page. */
function canSubmit(): boolean {
  const probe = document.createElement('form')
  // Safari before 16 has no such function, and is trusted.
  let isHeard = !('requestSubmit' in probe)
  probe.onsubmit = () => !(isHeard = true)
  document.body.append(probe)
  if (!isHeard) probe.requestSubmit()
  probe.remove()
  return isHeard
}

// Most sessions arrive sooner. Laying out and painting the form twice would keep the customer waiting for longer.
const form = element('frame')
form.hidden = true
setTimeout(() => (form.hidden = false), emptyMilliseconds)
if (canSubmit()) connectToParent(startForm)
else parent.postMessage(withProtocol(sandboxed), '*')
