import { sleep } from './session/call.ts'

declare global {
  /** The client secret of the session that the form in this document takes payments for. */
  var servicePayForm: string | undefined
}

/** The loader keeps this form out of sight until it has what the customer has typed in the form that it replaces. */
const replaces = location.search.includes('replaces=true')

const pauseMilliseconds = 100
/** The script that makes the other form known may still be on its way. */
const triesToFind = 100

/**
 * The document of the form that this one replaces, because the shop has asked for another language or look. It waits
 * while a payment is under way there, which may take minutes. Null: this form replaces none. Without an end where the
 * other form cannot be found, so that it stays: browsers do not list the frames in a shadow root.
 */
export async function documentToReplace(clientSecret: string): Promise<Document | null> {
  if (!replaces) return null
  for (let tries = 0; tries < triesToFind; tries++) {
    const found = documentBeside(clientSecret)
    if (found && !isBusy(found)) return found
    if (found) tries = 0
    await sleep(pauseMilliseconds)
  }
  return new Promise(() => {})
}

export function isBusy(form: Document): boolean {
  return form.querySelector<HTMLFieldSetElement>('#fields')?.disabled === true && !hasEnded(form)
}

/** Whether the shop's page knows how the payment ended. */
export function hasEnded(form: Document): boolean {
  return form.getElementById('outcome')?.hidden === false
}

function documentBeside(clientSecret: string): Document | null {
  for (let index = 0; index < parent.length; index++) {
    try {
      const { servicePayForm, document } = parent[index] as Window & typeof globalThis
      if (servicePayForm === clientSecret) return document
    } catch {
      // A frame of another origin.
    }
  }
  return null
}
