import t from 'tap'
import { newSigningSecret, signatureHeader, standardHeaders } from '../../server/webhooks/signing.ts'

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

t.test('the headers of Standard Webhooks have one signature for each secret, with the decoded secret as key', (t) => {
  // The first secret and its signature are the example of the Standard Webhooks specification.
  t.same(
    standardHeaders(
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'0123456789abcdef'.repeat(4)}`],
      new Date(1_614_265_330_999),
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
    ),
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature':
        'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,D8JwEp/VvbhOcQkhJwbR/fciEufqBTQYSpXI+cMs+Vk=',
    },
  )
  t.end()
})

t.test('signing secrets have the prefix and 256 random bits, and are unique', (t) => {
  const secrets = Array.from({ length: 1_000 }, newSigningSecret)
  t.ok(secrets.every((secret) => /^whsec_[0-9a-f]{64}$/.test(secret)))
  t.ok(
    secrets.every((secret) => Buffer.from(secret.slice(6), 'base64').length === 48),
    'they are base64 of 48 bytes',
  )
  t.equal(new Set(secrets).size, secrets.length)
  t.end()
})
