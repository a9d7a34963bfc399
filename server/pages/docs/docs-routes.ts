import type { Request, ResponseToolkit, Server } from '@hapi/hapi'
import type { InlineStyle } from '../../markup/html.ts'
import type { StoredReply, StoredRequest } from '../stored-reply.ts'
import type { DocsContext } from './page.ts'
import { Docs } from './serve-docs.ts'

/** `context` is a function because the service knows its address only once it listens. */
export interface DocsSettings {
  readonly context: () => DocsContext
  readonly style: InlineStyle
  readonly requestOf: (request: Request) => StoredRequest
  readonly send: (toolkit: ResponseToolkit, reply: StoredReply) => object
}

/** The routes of the documentation: /docs, /llms.txt and the contract. */
export function bindDocs(server: Server, { context, style, requestOf, send }: DocsSettings): void {
  let made: Docs | null = null
  const docs = (): Docs => (made ??= new Docs(context(), style))
  const serve = (path: string, answer: (request: StoredRequest, name: string) => Promise<StoredReply>): void =>
    server.route({
      method: 'GET',
      path,
      options: { auth: false },
      handler: async (request, toolkit) =>
        send(toolkit, await answer(requestOf(request), (request.params as { name?: string }).name ?? '')),
    })

  serve('/docs', async (request) => (await docs().page('index', request)) ?? docs().notFound(request))
  serve('/docs/{name*}', async (request, name) => {
    const found = name.endsWith('.svg')
      ? docs().drawing(name.slice(0, -'.svg'.length), request)
      : docs().page(name, request)
    return (await found) ?? docs().notFound(request)
  })
  serve('/llms.txt', (request) => docs().llms(request))
  serve('/llms-full.txt', (request) => docs().llmsFull(request))
  serve('/openapi.json', (request) => docs().openapi('json', request))
  serve('/openapi.yaml', (request) => docs().openapi('yaml', request))
}
