import t from 'tap'
import { newSigningSecret, signatureHeader } from '../../server/webhooks/signing.ts'

const at = new Date('2026-11-21T12:00:00.999Z')
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'session.completed',
  data: { description: 'café ☕ 🧾' },
})

/** The signature rule a second time, with WebCrypto instead of node:crypto. */
async function hmacHex(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, bytes.encode(text))).toString('hex')
}

t.test('the header carries whole unix seconds and the HMAC of seconds, dot and raw body', async (t) => {
  const secret = newSigningSecret()
  const seconds = Date.parse('2026-11-21T12:00:00Z') / 1000
  t.equal(signatureHeader(secret, at, body), `t=${seconds},v1=${await hmacHex(secret, `${seconds}.${body}`)}`)
})

t.test('the signature of a fixed input never changes', (t) => {
  t.equal(
    signatureHeader('whsec_test', new Date(1_700_000_000_000), '{"id":"evt_1"}'),
    't=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925',
  )
  t.end()
})

t.test('signing secrets have the prefix and 256 random bits, and are unique', (t) => {
  const secrets = Array.from({ length: 1_000 }, newSigningSecret)
  t.ok(secrets.every((secret) => /^whsec_[0-9a-f]{64}$/.test(secret)))
  t.equal(new Set(secrets).size, secrets.length)
  t.end()
})
