/** The calls that this process has warned about. */
const warned = new Set<string>()

/** Warns once for each call that the service is going to take away. `headers`: of a reply. */
export function warnOfDeprecation(method: string, url: string, headers: Headers): void {
  if (!headers.has('deprecation')) return
  const call = `${method} ${withoutIds(new URL(url).pathname)}`
  if (warned.has(call)) return
  warned.add(call)
  const sunset = headers.get('sunset')
  const until = sunset === null ? '' : ` and may be gone after ${sunset}`
  console.warn(`servicepay: ${call} is deprecated${until}. See /docs/versions of the service.`)
}

/** So that each object does not get a warning of its own. */
function withoutIds(path: string): string {
  return path.replace(/\/[a-z]+_(?:test_|live_)?[0-9a-z]{20,}/g, '/{id}')
}
