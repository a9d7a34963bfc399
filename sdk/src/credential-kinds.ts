/** Describes a value that is not the expected credential. The text never contains the value itself. */
export function describeWrongCredential(value: unknown): string {
  if (value === undefined || value === null || value === '')
    return 'it is empty, perhaps because an environment variable is not set'
  if (typeof value !== 'string') return `it is of type ${typeof value}`
  if (value !== value.trim()) return 'it has white space around it'
  if (value.includes('_secret_')) return 'it is the client secret of a session, for the browser'
  if (value.startsWith('sk_')) return 'it looks like a secret key (`sk_`), for calls to the service'
  if (value.startsWith('whsec_')) return 'it looks like a signing secret (`whsec_`), for `webhooks.constructEvent`'
  return 'it has another format'
}
