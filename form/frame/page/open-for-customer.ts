import { readInitMessage, type InitMessage } from '../../messages.ts'
import type { ParentWindow } from './parent-window.ts'

/** A program that looks at a link's page can press the button too, before this script arrives. */
let isPressOfProgram = false

/** Pays at each press of a person. */
export function payForPerson(pay: () => void): () => void {
  return () => {
    if (!isPressOfProgram) return pay()
    isPressOfProgram = false
  }
}

/**
 * The service creates nothing for a payment link before a person acts. Waits for that, and returns the `init` with the
 * client secret of the checkout. `hasActed`: the button is pressed already.
 */
export async function openForCustomer(parentWindow: ParentWindow, hasActed: boolean): Promise<InitMessage> {
  const { userActivation } = navigator as Partial<Navigator>
  isPressOfProgram = hasActed && userActivation?.hasBeenActive === false
  if ((!hasActed || isPressOfProgram) && !hasText()) await firstAct()
  parentWindow.send({ type: 'wanted' })
  return new Promise((resolve) =>
    // With the client secret, the form no longer needs what it has shown so far.
    parentWindow.listen(readInitMessage, ({ preview: _, ...init }) => resolve(init)),
  )
}

/** A person has filled in a field before this script arrived. */
function hasText(): boolean {
  return [...document.querySelectorAll('input')].some(({ value }) => value)
}

/** When a person first presses, types or fills in something. A program that looks at the page does none of it. */
function firstAct(): Promise<void> {
  return new Promise((resolve) => {
    const act = ({ isTrusted, type }: Event): void => {
      // Password managers fill in fields with their own events.
      if (isTrusted || type === 'input') resolve()
    }
    for (const type of ['pointerdown', 'keydown', 'click', 'input']) addEventListener(type, act, true)
  })
}
