import t from 'tap'
import { ServicePay, SignatureError, webhooks, type ConstructEventOptions, type RawBody } from '../../sdk/src/index.ts'
import { newSigningSecret, signatureHeader } from '../../server/webhooks/signing.ts'
import { key } from './answers.ts'

const at = new Date('2026-11-21T12:00:00.000Z')
const secret = newSigningSecret()
const event = {
  id: 'evt_1',
  type: 'session.completed',
  livemode: false,
  data: { object: 'checkout.session', description: 'café ☕ 🧾' },
}
const body = JSON.stringify(event)
const header = signatureHeader(secret, at, body)

function later(seconds: number): ConstructEventOptions {
  return { now: new Date(at.getTime() + seconds * 1000) }
}

type Arguments = [
  rawBody: unknown,
  header: unknown,
  secret: unknown,
  options?: ConstructEventOptions,
  client?: ServicePay,
]

async function mistake(...[rawBody, given, key, options = later(0), client]: Arguments): Promise<SignatureError> {
  try {
    await (client?.webhooks ?? webhooks).constructEvent(rawBody as RawBody, given as string, key as string, options)
  } catch (error) {
    if (error instanceof SignatureError) return error
    throw error
  }
  throw new Error('The delivery was accepted')
}

t.test('constructEvent returns the event of a delivery, from text and from bytes', async (t) => {
  const bytes = new TextEncoder().encode(body)
  for (const rawBody of [body, bytes, Buffer.from(body), bytes.buffer]) {
    t.same(await webhooks.constructEvent(rawBody, header, secret, later(1)), event)
  }
  t.same(
    await new ServicePay(key).webhooks.constructEvent(body, [header], secret, later(1)),
    event,
    "with a client, and with Node's list of headers",
  )
  const now = signatureHeader(secret, new Date(), body)
  t.same(await webhooks.constructEvent(body, now, secret), event, 'with the current time')
  t.same(await webhooks.constructEvent(body, header, secret, { now: at.getTime() }), event, 'the time as a number')
  t.same(
    await webhooks.constructEvent(body, now, secret, JSON.parse('null') as ConstructEventOptions),
    event,
    'null options count as none',
  )
})

t.test('constructEvent refuses a delivery signed 300 seconds ago or more, or as far in the future', async (t) => {
  for (const seconds of [-299.999, -299, 0, 299, 299.999]) {
    t.same(await webhooks.constructEvent(body, header, secret, later(seconds)), event, `${seconds} s`)
  }
  for (const seconds of [300, 301, 86_400]) {
    t.match(await mistake(body, header, secret, later(seconds)), {
      code: 'signature_too_old',
      message: `${seconds} seconds ago`,
    })
  }
  for (const seconds of [-300, -301, -86_400]) {
    t.match(await mistake(body, header, secret, later(seconds)), {
      code: 'signature_too_new',
      message: `${-seconds} seconds in the future`,
    })
  }
  t.match(await mistake(body, header, secret, { ...later(10), toleranceSeconds: 10 }), { code: 'signature_too_old' })
  t.match(
    await mistake(body, header, secret, { ...later(10), toleranceSeconds: Number.NaN }),
    { code: 'signature_too_old' },
    'a tolerance that is not a number refuses every delivery',
  )
})

t.test('constructEvent accepts a signature by any of several secrets', async (t) => {
  t.same(await webhooks.constructEvent(body, header, [newSigningSecret(), secret], later(0)), event)
  t.match(await mistake(body, header, [newSigningSecret(), newSigningSecret()]), { code: 'signature_mismatch' })
  t.match(await mistake(body, header, []), { code: 'signature_secret_invalid' })
})

t.test('a header may contain several signatures and parts of later schemes', async (t) => {
  const [time, good] = header.split(',') as [string, string]
  const wrong = `v1=${'0'.repeat(64)}`
  t.same(await webhooks.constructEvent(body, [time, wrong, good, 'v2=abc'].join(','), secret, later(0)), event)
  t.match(await mistake(body, [time, wrong].join(','), secret), { code: 'signature_mismatch' })
})

t.test('the error names a missing or malformed header', async (t) => {
  for (const missing of [undefined, null, '', []]) {
    t.match(await mistake(body, missing, secret), {
      code: missing instanceof Array ? 'signature_header_malformed' : 'signature_header_missing',
    })
  }
  const [time, good] = header.split(',') as [string, string]
  for (const bad of [
    'nonsense',
    time,
    good,
    `${time},${good.slice(0, -1)}`,
    `${time},v1=${'x'.repeat(64)}`,
    `t=-1,${good}`,
    `t=1e3,${good}`,
    `${time},${time},${good}`,
    [header, header],
    7,
    {},
  ]) {
    t.match(await mistake(body, bad, secret), { code: 'signature_header_malformed' }, JSON.stringify(bad))
  }
  for (const twice of [`${header}, ${header}`, [header, header]])
    t.match(await mistake(body, twice, secret), { message: /twice/, fix: /proxy/ })
})

t.test('the error names a parsed or missing body', async (t) => {
  for (const parsed of [event, [], '[object Object]', new String(body)]) {
    t.match(await mistake(parsed, header, secret), {
      code: 'signature_body_parsed',
      message: /parsed before/,
      fix: /express\.raw/,
    })
  }
  for (const nothing of [undefined, null, 5])
    t.match(await mistake(nothing, header, secret), { code: 'signature_body_parsed', message: /no raw body/ })
})

t.test('the error names several secrets in one text, and a secret with padding', async (t) => {
  for (const text of [`${secret},${newSigningSecret()}`, `${secret} ${newSigningSecret()}`])
    t.match(await mistake(body, header, text), {
      code: 'signature_secret_invalid',
      message: /several secrets in one text/,
      fix: /list/,
    })
  const padded = `whsec_${Buffer.from('a key that is not ours').toString('base64')}`
  t.match(padded, /=$/)
  t.match(await mistake(body, header, padded), { code: 'signature_secret_invalid', message: /ends with `=`/ })
})

t.test('the error names changed white space', async (t) => {
  const changed = [
    JSON.stringify(event, null, 2),
    `${body}\n`,
    ` ${body}`,
    JSON.stringify(event, null, '\t').replaceAll('\n', '\r\n'),
  ]
  for (const text of changed)
    t.match(await mistake(text, header, secret), { code: 'signature_body_changed', fix: /exactly as it arrived/ })
  const withNewline = signatureHeader(secret, at, `${body}\n`)
  t.match(await mistake(body, withNewline, secret), { code: 'signature_body_changed' }, 'a trimmed body')
})

t.test('the error names a body that a gateway has encoded, quoted or read', async (t) => {
  for (const [encoded, message] of [
    [Buffer.from(body).toString('base64'), /base64.*Decoded, the signature matches/],
    [JSON.stringify(body), /JSON string.*Decoded, the signature matches/],
  ] as const)
    t.match(await mistake(encoded, header, secret), { code: 'signature_body_changed', message })
  t.match(await mistake('', header, secret), { code: 'signature_body_parsed', message: /empty/ })
})

t.test('the error describes a wrong kind of secret but does not contain it', async (t) => {
  const wrong: [unknown, RegExp][] = [
    ['sk_test_mysecret', /looks like a secret key/],
    ['sk_live_mysecret', /looks like a secret key/],
    ['cs_test_1_secret_mysecret', /client secret/],
    [`${secret}\n`, /white space/],
    ['mysecret', /another format/],
    [undefined, /environment variable/],
    ['', /environment variable/],
    [{ secret }, /type object/],
  ]
  for (const [value, words] of wrong) {
    const error = await mistake(body, header, value)
    t.match(error, { code: 'signature_secret_invalid', message: words })
    t.notMatch(`${error.stack} ${JSON.stringify(error)}`, /mysecret/)
  }
})

t.test('with a client, the error names an event of the other mode', async (t) => {
  const live = JSON.stringify({ ...event, livemode: true })
  const other = signatureHeader(newSigningSecret(), at, live)
  t.match(await mistake(live, other, secret, later(0), new ServicePay(key)), {
    code: 'signature_other_mode',
    message: /live mode.*test mode/,
  })
  t.match(await mistake(live, other, secret), { code: 'signature_mismatch', fix: /in live mode/ })
  const own = signatureHeader(secret, at, live)
  t.match(
    await new ServicePay(key).webhooks.constructEvent(live, own, secret, later(0)),
    { livemode: true },
    'one handler may serve both',
  )
})

t.test('constructEvent refuses another body, time or secret', async (t) => {
  t.match(await mistake(body.replace('evt_1', 'evt_2'), header, secret), { code: 'signature_mismatch' })
  t.match(
    await mistake(
      body,
      header.replace(/^t=\d+/, (time) => `${time.slice(0, -1)}9`),
      secret,
    ),
    { code: 'signature_mismatch' },
  )
  t.match(await mistake(body, header, newSigningSecret()), { code: 'signature_mismatch' })
  t.match(await mistake('', signatureHeader(secret, at, ''), secret), { code: 'signature_body_not_json' })
})

t.test("generateTestHeader makes the service's header", async (t) => {
  await t.rejects(webhooks.generateTestHeader(body, secret, JSON.parse('{"timestamp":1}') as object), {
    message: 'There is no option `timestamp`.',
  })
  t.equal(await webhooks.generateTestHeader(body, secret, { now: at }), header)
  t.equal(await webhooks.generateTestHeader(Buffer.from(body), secret, { now: at }), header)
})

t.test('a secret in base64, and the header of Standard Webhooks, are named', async (t) => {
  const verify = (header: string, secret: string) => webhooks.constructEvent('{}', header, secret)
  const encoded = Buffer.from(`whsec_${'0'.repeat(64)}`).toString('base64')
  await t.rejects(verify(`t=1,v1=${'0'.repeat(64)}`, encoded), {
    code: 'signature_secret_invalid',
    message: /encoded as base64/,
    fix: /Decode it/,
  })
  await t.rejects(verify('v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=', 'whsec_1'), {
    code: 'signature_header_malformed',
    message: /webhook-signature/,
    fix: /Service-Signature/,
  })
})
