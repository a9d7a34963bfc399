/** What somebody passed in place of the right credential: names the mistake, never shows the value. */
export function whatInstead(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing was given; is the environment variable set'
  if (typeof value !== 'string') return `it is of type ${typeof value}`
  if (value !== value.trim()) return 'there is white space around it'
  if (value.includes('_secret_')) return 'it is the client secret of a session, for the browser'
  if (value.startsWith('sk_')) return 'it looks like a secret key (`sk_`), for calls to the service'
  if (value.startsWith('whsec_')) return 'it looks like a signing secret (`whsec_`), for `webhooks.constructEvent`'
  return 'it has another form'
}
