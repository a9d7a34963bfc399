import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { ipVersion } from './address-classes.ts'
import type { WebhookTarget } from './address-guard.ts'
import { readReply, type ReplyRead } from './read-reply.ts'

/** One POST to an IP address that has already been checked. */
export interface PinnedPost {
  readonly target: WebhookTarget
  /**
   * The connection goes to exactly this address. The name in `target` is used only for Host, SNI and the certificate.
   */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  readonly ca?: string | undefined
  readonly signal: AbortSignal
  /** How long the address has until a connection to it can carry the request. Null: as long as `signal` allows. */
  readonly connectMs: number | null
  /** Called at each stage of the exchange, with words that complete "while …". */
  readonly onStage: (stage: string) => void
}

export type PinnedPostOutcome =
  | ReplyRead
  /** `connected` false: no byte of the request was sent, so the caller may try another address. */
  | { readonly kind: 'no_reply'; readonly error: string; readonly connected: boolean }

/**
 * Connections stay open for the next delivery to the same IP address, port and host name. The pool's key contains the
 * IP address, because the name could resolve to another address by then.
 */
const keptConnections = {
  keepAlive: true,
  // As many as one mode has attempts at the same time: the receivers of many accounts can be on one host.
  maxFreeSockets: 500,
  // In milliseconds. Node servers close idle connections after 5 s, so a shorter time avoids stale connections.
  timeout: 4_000,
} as const

const httpPool = new http.Agent(keptConnections)
const httpsPool = new https.Agent(keptConnections)

/**
 * Sends the body and reads the reply. Follows no redirect. Network and receiver errors are results, never rejections.
 */
export async function postPinned(post: PinnedPost): Promise<PinnedPostOutcome> {
  const outcome = await exchange(post, post.target.url.protocol === 'https:' ? httpsPool : httpPool)
  if (outcome.kind !== 'stale') return outcome
  // The receiver closed the idle connection just as we used it. Receivers skip ids that they know, so a retry is safe.
  const second = await exchange(post, false)
  return second.kind === 'stale' ? { ...second, kind: 'no_reply' } : second
}

type ExchangeOutcome =
  PinnedPostOutcome | { readonly kind: 'stale'; readonly error: string; readonly connected: boolean }

function exchange(post: PinnedPost, agent: http.Agent | false): Promise<ExchangeOutcome> {
  return new Promise((settle) => {
    const secure = post.target.url.protocol === 'https:'
    const request = secure ? https.request(secureOptions(post, agent)) : http.request(plainOptions(post, agent))
    const connection = watchConnection(request, secure, post)
    let replying = false
    request.on('response', (response: IncomingMessage) => {
      replying = true
      post.onStage('reading the reply')
      void readReply(response).then(settle)
    })
    request.on('upgrade', (response: IncomingMessage, socket) => {
      socket.destroy()
      settle({ kind: 'reply', status: response.statusCode ?? 101, excerpt: '' })
    })
    request.on('error', (error) => {
      // After the headers, `readReply` reports errors, together with the status.
      if (replying) return
      const failure = { error: error.message, connected: connection.made }
      settle(isStale(request, error) ? { kind: 'stale', ...failure } : { kind: 'no_reply', ...failure })
    })
    // As text, because Node then sends head and body with one system call.
    request.end(post.body, 'utf8')
  })
}

function plainOptions(post: PinnedPost, agent: http.Agent | false): RequestOptions {
  const { url, port } = post.target
  return {
    method: 'POST',
    // An IP address, so that no second look-up happens between the check and the connection.
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
    // SNI must not contain an IP address. Without SNI, Node compares the certificate with the address.
    servername: ipVersion(host) === 0 ? host : '',
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot turn verification off.
    rejectUnauthorized: true,
    ...(post.ca === undefined ? {} : { ca: post.ca }),
  }
}

/** Reports the stages of a new connection, records whether it can carry the request, and ends a slow one. */
function watchConnection(
  request: ClientRequest,
  secure: boolean,
  { onStage, connectMs }: PinnedPost,
): { made: boolean } {
  const connection = { made: false }
  const giveUp = (): void => void request.destroy(new Error('this address does not answer'))
  const timer = connectMs === null ? undefined : setTimeout(giveUp, connectMs)
  const ready = (): void => {
    clearTimeout(timer)
    connection.made = true
    onStage('waiting for the reply')
  }
  request.once('close', () => clearTimeout(timer))
  request.on('socket', (socket) => {
    if (!socket.connecting) return ready()
    onStage('connecting')
    if (secure) socket.once('connect', () => onStage('negotiating TLS'))
    socket.once(secure ? 'secureConnect' : 'connect', ready)
  })
  return connection
}

function isStale(request: ClientRequest, error: Error): boolean {
  const code = 'code' in error ? error.code : ''
  return request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
}
