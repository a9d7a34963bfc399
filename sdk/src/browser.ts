import type { ServicePayBrowser } from '../../spec/lib/form-api.ts'
import { webAddress } from './base-url.ts'
import { setTimeout } from './timers.ts'

export type * from '../../spec/lib/form-api.ts'

export interface LoadOptions {
  /** The address of your service. */
  readonly baseUrl: string
}

/** A phone that changes cells loses a download now and then. More tries would only hide a wrong address. */
const tries = 3
const pauseMilliseconds = 1_000

const loading = new Map<string, Promise<ServicePayBrowser>>()

/**
 * Loads the form's script and returns the global object `ServicePay`. Repeated calls load the script only once.
 * It works only in a browser: call it in an effect or a handler, not while rendering on a server.
 */
export function loadServicePay(options: LoadOptions): Promise<ServicePayBrowser> {
  const { baseUrl, ...others } = Object(options) as LoadOptions
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    return Promise.reject(loadError('parameter_invalid', `there is no option \`${unknown}\`.`, 'Pass `baseUrl` alone.'))
  if (!webAddress(baseUrl))
    return Promise.reject(
      loadError('parameter_invalid', '`baseUrl` is not an http(s) address.', 'Pass the address of your service.'),
    )
  const address = `${baseUrl.replace(/\/$/, '')}/v1/servicepay.js`
  const promise = loading.get(address) ?? load(address)
  loading.set(address, promise)
  // A failed load does not stay in the map, because the network may be back when the page calls again.
  promise.catch(() => loading.delete(address))
  return promise
}

async function load(address: string): Promise<ServicePayBrowser> {
  if (typeof document === 'undefined')
    throw loadError('no_document', 'there is no document.', 'Call loadServicePay only in the browser.')
  for (let left = tries; !loaded(); left--) {
    if (left === 0)
      throw loadError(
        'load_failed',
        `${address} could not be loaded.`,
        "Check `baseUrl`, the network and the page's Content-Security-Policy.",
      )
    if (left < tries) await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    await inject(address)
  }
  return loaded() as ServicePayBrowser
}

/** An error of the loader, with a stable code for your program. */
export interface LoadError extends Error {
  readonly code: 'parameter_invalid' | 'no_document' | 'load_failed'
  /** What to do about it. */
  readonly fix: string
}

function loadError(code: LoadError['code'], message: string, fix: string): LoadError {
  return Object.assign(new Error(`ServicePay: ${message} ${fix}`), { code, fix })
}

/** Only what a script has set. In a page, every element with this name or id is a property of the window too. */
function loaded(): ServicePayBrowser | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, 'ServicePay')?.value as ServicePayBrowser | undefined
}

/** Resolves when the script has run or failed. The caller finds out which by looking for the global object. */
function inject(address: string): Promise<void> {
  return new Promise((resolve) => {
    // An element with the name `createElement` or `head` would take the place of the document's own property.
    const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
      Reflect.get(Document.prototype, name, document)
    const script = ofDocument('createElement').call(document, 'script') as HTMLScriptElement
    script.src = address
    script.async = true
    script.onload = script.onerror = () => {
      if (!loaded()) script.remove()
      resolve()
    }
    ofDocument('head').append(script)
  })
}
