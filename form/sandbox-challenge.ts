import { seal } from './messages.ts'

// In the sandbox bank's page: Escape is pressed where the window around it cannot hear it. A real bank's page will say nothing, so its Cancel button stays in reach.
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') parent.postMessage(seal({ type: 'escape' }), '*')
})
