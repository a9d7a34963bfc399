const pass = 'Pass the client_secret of a session'

/**
 * What the developer of the page did, in English, for the console and the event. Never contains the value, which may be
 * the key of an account.
 */
export function wrongSecret(given: string): string {
  if (/^(sk|whsec)_/.test(given)) {
    const kind = given.startsWith('s') ? 'SECRET KEY (sk_…)' : 'WEBHOOK SECRET (whsec_…)'
    return `This page contains a ${kind}, which everybody can read. Replace it now in the dashboard. ${pass} instead.`
  }
  if (given === '' || given === 'undefined' || given === 'null') return `clientSecret is missing. ${pass}.`
  if (/^cs_[^_]+_[^_]+$/.test(given)) return 'This is the id of a session. Pass its client_secret.'
  return `The service knows no session with this clientSecret. ${pass}, whole, as the same service sent it.`
}
