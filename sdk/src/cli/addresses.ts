import { webAddress } from '../../../spec/lib/web-address.ts'
import { usageError } from './command-errors.ts'

/** The only hosts that need no scheme: anything else could be a slip of the keyboard. */
const localHost = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i

/**
 * Completes and checks an address that a person typed. A port alone is a port of this machine, and addresses of this
 * machine need no `http://`.
 *
 * @param name the option or the environment variable
 */
export function typedAddress(name: string, text: string): string {
  const [, port, path = ''] = /^:?(\d{1,5})([/?#].*)?$/.exec(text) ?? []
  const address =
    port !== undefined ? `http://localhost:${port}${path}` : localHost.test(text) ? `http://${text}` : text
  if (webAddress(address)) return address
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? null : `https://${text}`
  throw usageError(
    `${name} does not accept \`${text}\`, which is not an http(s) address.`,
    withScheme !== null && webAddress(withScheme)
      ? `Write the scheme too: \`${withScheme}\`, or \`http://${text}\`.`
      : 'Pass a complete address, such as http://localhost:4242/webhooks or https://pay.example, or only a port.',
  )
}

/** Whether a host name or IP address is this machine. */
export function isLoopback(hostname: string): boolean {
  return localHost.test(hostname)
}
