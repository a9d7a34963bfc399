import type { Server } from '@hapi/hapi'
import type { Deprecation } from '../../generated/operations.ts'

/**
 * Every reply of a deprecated call says so, also an error: since when (RFC 9745), until when it works at least
 * (RFC 8594), and where to read more.
 */
export function markDeprecatedCalls(
  server: Server,
  deprecations: Readonly<Record<string, Deprecation>>,
  baseUrl: string,
): void {
  if (Object.keys(deprecations).length === 0) return
  server.ext('onPreResponse', ({ route, response }, toolkit) => {
    const deprecation = deprecations[route.settings.id ?? '']
    if (deprecation && !('isBoom' in response)) {
      const since = Math.floor(Date.parse(deprecation.since) / 1000)
      response.header('Deprecation', `@${since}`)
      response.header('Sunset', new Date(deprecation.sunset).toUTCString())
      response.header('Link', `<${baseUrl}/docs/versions#what-will-go-away>; rel="deprecation"`, { append: true })
    }
    return toolkit.continue
  })
}
