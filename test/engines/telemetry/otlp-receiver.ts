import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP writes it in JSON. */
interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface OtlpReceiver {
  readonly url: string
  readonly spans: ReceivedSpan[]
  readonly resources: Readonly<Record<string, unknown>>[]
  /** Everything that arrived, as text. */
  readonly bodies: string[]
  stop(): Promise<void>
}

/** Receives traces over HTTP. With `hangs` it reads requests and never answers. */
export async function startOtlpReceiver({ hangs = false } = {}): Promise<OtlpReceiver> {
  const bodies: string[] = []
  const spans: ReceivedSpan[] = []
  const resources: Readonly<Record<string, unknown>>[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpBody).resourceSpans) {
        resources.push(plain(resource.attributes))
        for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ traceId, spanId, parentId: parentSpanId ?? null, name, attributes: plain(attributes) })
      }
      if (!hangs) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    bodies,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function plain(attributes: OtlpSpan['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
