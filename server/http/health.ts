import type { Server } from '@hapi/hapi'

/** `/healthz`: the process is alive. `/readyz`: the process can serve requests. */
export function bindHealth(server: Server, isReady: () => Promise<boolean>): void {
  server.route({ method: 'GET', path: '/healthz', options: { auth: false }, handler: () => ({ status: 'ok' }) })
  server.route({
    method: 'GET',
    path: '/readyz',
    options: { auth: false },
    handler: async (_request, toolkit) => {
      const ready = await isReady().catch(() => false)
      return toolkit.response({ status: ready ? 'ready' : 'not ready' }).code(ready ? 200 : 503)
    },
  })
}
