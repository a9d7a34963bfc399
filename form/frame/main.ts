import { element } from './page/page.ts'
import { connectToParent } from './page/parent-window.ts'
import { startForm } from './start.ts'

/** How long the frame stays empty while it waits for the session. */
const emptyMilliseconds = 50

// Most sessions arrive sooner. Laying out and painting the form twice would keep the customer waiting for longer.
const form = element('frame')
form.hidden = true
setTimeout(() => (form.hidden = false), emptyMilliseconds)
connectToParent(startForm)
