import type { Request, ResponseToolkit, Server } from '@hapi/hapi'
import type { StoredReply, StoredRequest } from '../replies/stored-reply.ts'
import type { DocsLooks } from './docs-html.ts'
import type { DocsContext } from './page.ts'
import type { Docs } from './serve-docs.ts'

/** `context` is a function because the service knows its address only once it listens, and makes its package late. */
export interface DocsSettings {
  readonly context: () => Promise<DocsContext>
  readonly looks: DocsLooks
  readonly requestOf: (request: Request) => StoredRequest
  readonly send: (toolkit: ResponseToolkit, reply: StoredReply) => object
}

/** The routes of the documentation: /docs, /llms.txt and the contract. */
export function bindDocs(server: Server, { context, looks, requestOf, send }: DocsSettings): void {
  let made: Promise<Docs> | null = null
  // Imported at the first request, because the contract and what renders the pages take megabytes of memory.
  const make = async (): Promise<Docs> => {
    const [{ Docs }, known] = await Promise.all([import('./serve-docs.ts'), context()])
    return new Docs(known, looks)
  }
  const docs = (): Promise<Docs> => (made ??= make())
  const serve = (path: string, answer: (request: StoredRequest, name: string) => Promise<StoredReply>): void =>
    server.route({
      method: 'GET',
      path,
      options: { auth: false },
      handler: async (request, toolkit) =>
        send(toolkit, await answer(requestOf(request), (request.params as { name?: string }).name ?? '')),
    })

  serve('/docs', async (request) => {
    const all = await docs()
    return (await all.page('index', request)) ?? all.notFound(request)
  })
  serve('/docs/search.json', async (request) => (await docs()).searchIndex(request))
  server.route({
    method: 'GET',
    path: '/docs/search',
    options: { auth: false },
    handler: async ({ query }, toolkit) => {
      const { q } = query as Record<string, unknown>
      return send(toolkit, await (await docs()).searchPage(typeof q === 'string' ? q : ''))
    },
  })
  serve('/docs/{name*}', async (request, name) => {
    const all = await docs()
    const found = name.endsWith('.svg') ? all.drawing(name.slice(0, -'.svg'.length), request) : all.page(name, request)
    return (await found) ?? all.notFound(request)
  })
  serve('/llms.txt', async (request) => (await docs()).llms(request))
  serve('/llms-full.txt', async (request) => (await docs()).llmsFull(request))
  serve('/openapi.json', async (request) => (await docs()).openapi('json', request))
  serve('/postman.json', async (request) => (await docs()).postman(request))
  serve('/bruno.tgz', async (request) => (await docs()).bruno(request))
  serve('/arazzo.json', async (request) => (await docs()).arazzo(request))
  serve('/openapi-plain.json', async (request) => (await docs()).plainOpenapi(request))
  serve('/openapi.yaml', async (request) => (await docs()).openapi('yaml', request))
}
