import { withProtocol } from './messages.ts'

// Runs in the sandbox bank's page. The window around it does not receive key presses in the page, so the page reports
// Escape. A real bank's page reports nothing, so the window always shows its Cancel button.
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') parent.postMessage(withProtocol({ type: 'escape' }), '*')
})
