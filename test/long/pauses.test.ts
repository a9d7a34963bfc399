import t from 'tap'
import { operations } from '../../generated/operations.ts'
import { measureHeaders, measurePaths, measureQueries, routes, warmUp } from '../pauses/routes.ts'
import { worstHeaders } from '../pauses/worst-heads.ts'

// The part of test/long/pauses-of-bodies.test.ts that takes long: every header, query and path on every route.

t.test('no header, query or path pauses the event loop for more than 20 ms on any route', async (t) => {
  for (const route of routes) {
    await warmUp(route)
    await measureHeaders(route, worstHeaders)
    await measureQueries(route)
    await measurePaths(route)
  }
  const known = new Set(routes.map(({ id }) => id))
  t.same(
    Object.keys(operations).filter((id) => !known.has(id)),
    [],
    'every operation has a route',
  )
})
