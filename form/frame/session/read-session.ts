import { call, clockLead, patiently, type Reply } from './call.ts'
import type { FormSession } from './form-session.ts'

/** The shape of a `client_secret`. Only the server reads the part after `_secret_`. */
const clientSecretShape = /^cs_(test|live)_\w+_secret_[\w.~-]+$/

export function isClientSecret(text: string): boolean {
  return clientSecretShape.test(text)
}

type SessionReply = Reply<FormSession>

/** How far the server's clock was ahead of the browser's when the session arrived. */
export let aheadMilliseconds = 0

// The loader has made the client secret the name of this window, so the first read begins before the page around the
// frame answers. The next document in the frame would see the name too.
const { name } = window
window.name = ''
let earlyReply = isClientSecret(name) && readOnce(name)

async function readOnce(clientSecret: string): Promise<SessionReply> {
  const reply = await call<FormSession>(clientSecret, 'session')
  if (reply.kind === 'ok') aheadMilliseconds = clockLead(reply.body)
  return reply
}

/** Reads the session, and again when the network fails. Undefined: no reply came. */
export function readPatiently(clientSecret: string): Promise<SessionReply | undefined> {
  return patiently(async () => {
    const reply = await ((clientSecret === name && earlyReply) || readOnce(clientSecret))
    earlyReply = false
    return reply.kind === 'ok' || (reply.kind === 'refused' && reply.code !== 'rate_limited') ? reply : undefined
  })
}
