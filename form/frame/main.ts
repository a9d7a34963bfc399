import { element } from './page.ts'
import { connectToParent } from './parent-window.ts'
import { startForm } from './start.ts'

// The browser lays out the form while it waits for the session, and not before the request. If the page around the
// frame does not answer at once, the form appears nevertheless.
const form = element('frame')
const show = (): void => {
  form.hidden = false
}
form.hidden = true
requestAnimationFrame(show)
connectToParent((init, parentWindow) => {
  startForm(init, parentWindow)
  show()
})
