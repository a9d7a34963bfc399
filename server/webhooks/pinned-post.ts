import http from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import https from 'node:https'
import { ipVersion } from './address-classes.ts'
import type { WebhookTarget } from './address-guard.ts'
import { readReply } from './read-reply.ts'
import type { ReplyRead } from './read-reply.ts'

/** One POST of a delivery to one IP address that has been checked already. */
export interface PinnedPost {
  readonly target: WebhookTarget
  /** Connected to as it stands; the name in `target` serves for Host, SNI and the certificate only. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  readonly ca?: string | undefined
  readonly signal: AbortSignal
  /** Called as the exchange moves on, with words that complete "while …". */
  readonly onStage: (stage: string) => void
}

export type PinnedPostOutcome =
  | ReplyRead
  /** No reply. `connected` false: the address did not take the connection, another one may. */
  | { readonly kind: 'no_reply'; readonly error: string; readonly connected: boolean }

/**
 * Connections kept for the next delivery to the same address, port and host name. Nothing else shares them:
 * the pool's key is made of the IP address, never of a name that could resolve to something else by then.
 */
const keptConnections = {
  keepAlive: true,
  // As many as one receiver gets in parallel from a busy worker; beyond that, connections are closed after use.
  maxFreeSockets: 64,
  // Milliseconds. Shorter than the 5 s after which Node's own servers close, so that a kept connection is rarely stale.
  timeout: 4_000,
} as const

const httpPool = new http.Agent(keptConnections)
const httpsPool = new https.Agent(keptConnections)

/** Sends the body and reads the reply. Follows no redirect. Never rejects for anything the network or the receiver does. */
export async function postPinned(post: PinnedPost): Promise<PinnedPostOutcome> {
  const outcome = await exchange(post, post.target.url.protocol === 'https:' ? httpsPool : httpPool)
  if (outcome.kind !== 'stale') return outcome
  // The receiver closed a kept connection just as it was used. Receivers skip ids they know, so sending again is safe.
  const second = await exchange(post, false)
  return second.kind === 'stale' ? { ...second, kind: 'no_reply' } : second
}

type ExchangeOutcome =
  PinnedPostOutcome | { readonly kind: 'stale'; readonly error: string; readonly connected: boolean }

function exchange(post: PinnedPost, agent: http.Agent | false): Promise<ExchangeOutcome> {
  return new Promise((settle) => {
    const secure = post.target.url.protocol === 'https:'
    const request = secure ? https.request(secureOptions(post, agent)) : http.request(plainOptions(post, agent))
    const connection = watchConnection(request, secure, post.onStage)
    let replying = false
    request.on('response', (response: IncomingMessage) => {
      replying = true
      post.onStage('reading the reply')
      void readReply(response).then(settle)
    })
    request.on('upgrade', (response: IncomingMessage, socket) => {
      socket.destroy()
      settle({ kind: 'reply', status: response.statusCode ?? 101, excerpt: '', cut: null })
    })
    request.on('error', (error) => {
      // Once there are a status and headers, its reader tells what happened, with the status.
      if (replying) return
      const failure = { error: error.message, connected: connection.made }
      settle(isStale(request, error) ? { kind: 'stale', ...failure } : { kind: 'no_reply', ...failure })
    })
    request.end(post.body)
  })
}

function plainOptions(post: PinnedPost, agent: http.Agent | false): RequestOptions {
  const { url, port } = post.target
  return {
    method: 'POST',
    // An IP address: no second look-up can happen between the check and the connection.
    host: post.address,
    port,
    path: `${url.pathname}${url.search}`,
    headers: post.headers,
    signal: post.signal,
    agent,
  }
}

function secureOptions(post: PinnedPost, agent: http.Agent | false): https.RequestOptions {
  const { host } = post.target
  return {
    ...plainOptions(post, agent),
    // SNI carries no IP addresses; with none, the certificate is compared with the address connected to.
    servername: ipVersion(host) === 0 ? host : '',
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot turn it off.
    rejectUnauthorized: true,
    ...(post.ca === undefined ? {} : { ca: post.ca }),
  }
}

/** Reports the stages of a new connection, and remembers whether there was one. */
function watchConnection(request: ClientRequest, secure: boolean, onStage: (stage: string) => void): { made: boolean } {
  const connection = { made: false }
  request.on('socket', (socket) => {
    connection.made = !socket.connecting
    onStage(connection.made ? 'waiting for the reply' : 'connecting')
    if (connection.made) return
    socket.once('connect', () => {
      connection.made = true
      onStage(secure ? 'agreeing on encryption' : 'waiting for the reply')
    })
    socket.once('secureConnect', () => onStage('waiting for the reply'))
  })
  return connection
}

function isStale(request: ClientRequest, error: Error): boolean {
  const code = 'code' in error ? error.code : ''
  return request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
}
