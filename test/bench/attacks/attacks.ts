import { randomUUID } from 'node:crypto'

/** What an attack knows. */
export interface Attacked {
  readonly port: number
  /** Keys of the attacker's own accounts. */
  readonly keys: readonly string[]
  /** The code of a reusable link of the healthy merchant. */
  readonly linkCode: string
  /** The code of a one-off link of the healthy merchant. */
  readonly oneOffLinkCode: string
  /** The client secret of a session of the healthy merchant that is open for a customer. */
  readonly clientSecret: string
  /** The cookies of a login to the dashboard of each of the attacker's accounts. Empty when the attack needs none. */
  readonly cookies: readonly string[]
}

export interface AttackRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Attack {
  readonly connections: number
  /** How many addresses the connections come from. Default: 1. */
  readonly addresses?: number
  /** How many accounts the attacker signs up for. Default: 1. */
  readonly accounts?: number
  /** The most requests a second. Default: as fast as the replies come. */
  readonly perSecond?: number
  /** False: pipelines and never reads a reply. */
  readonly reads?: false
  /** Sends its requests byte by byte. */
  readonly slowly?: true
  /** Payments in each of the attacker's accounts before the attack begins. */
  readonly payments?: number
  /** Open sessions in each of the attacker's accounts, with the ids that `openSessionId` returns. */
  readonly openSessions?: number
  /** What waits for the worker when the attack begins. */
  readonly backlog?: 'silent receivers' | 'due sessions'
  /** Another connection locks the rows of the attacker's accounts again and again, for a second each time. */
  readonly holdsRows?: true
  /** How many accounts the healthy merchant has. They are measured without the attack, too. Default: 1. */
  readonly others?: number
  /** The attacker is signed in to the dashboard of each account. */
  readonly signsIn?: true
  request(attacked: Attacked, index: number): AttackRequest
}

export type AttackName = keyof typeof attacks

const languages = Array.from({ length: 2_200 }, (_, index) => `x${String(index)};q=0`)
  .join(',')
  .slice(0, 15_000)
const manyKeys = JSON.stringify({
  amount: 100,
  currency: 'GBP',
  metadata: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${String(index)}`, ''])),
})
const largeBody = JSON.stringify({
  amount: 10,
  currency: 'GBP',
  description: 'x'.repeat(255),
  metadata: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${String(index)}`, 'x'.repeat(500)])),
})

function keyOf({ keys }: Attacked, index: number): Record<string, string> {
  return { Authorization: `Bearer ${keys[index % keys.length] ?? ''}` }
}

function cookieOf({ cookies }: Attacked, index: number): Record<string, string> {
  return { Cookie: cookies[index % cookies.length] ?? '' }
}

/** The id of an open session of the attacker. `number` counts from 1. */
function openSessionId(number: number): string {
  return `cs_test_${String(number).padStart(30, '0')}`
}

/** Pays an open session of the attacker's first account. */
function payOf(attacked: Attacked, number: number): AttackRequest {
  const path = `/v1/test_helpers/checkout/sessions/${openSessionId(number)}/pay`
  return { method: 'POST', path, headers: keyOf(attacked, 0) }
}

const ping = (): AttackRequest => ({ method: 'GET', path: '/healthz' })

export const attacks = {
  'no attack': { connections: 0, request: ping },
  'silent receivers: 100 accounts with 2,000 deliveries each': {
    connections: 0,
    accounts: 100,
    backlog: 'silent receivers',
    request: ping,
  },
  '5,000 sessions of another account expire at once': { connections: 0, backlog: 'due sessions', request: ping },
  'language headers of 15 KB': {
    connections: 20,
    perSecond: 100,
    request: ({ clientSecret }) => ({
      method: 'GET',
      path: `/checkout/${clientSecret}`,
      headers: { 'Accept-Language': languages },
    }),
  },
  'bodies with 10,000 metadata keys': {
    connections: 20,
    perSecond: 100,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: keyOf(attacked, index),
      body: manyKeys,
    }),
  },
  'large sessions with the demo key': {
    connections: 32,
    perSecond: 500,
    request: () => ({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { Authorization: 'Bearer sk_test_public_demo' },
      body: largeBody,
    }),
  },
  'creates with 5 keys': {
    connections: 64,
    accounts: 5,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { ...keyOf(attacked, index), 'Idempotency-Key': randomUUID() },
      body: largeBody,
    }),
  },
  'one account that always conflicts, beside 99': {
    connections: 32,
    openSessions: 1,
    others: 99,
    request: (attacked, index) =>
      index % 2 === 0
        ? {
            method: 'POST',
            path: '/v1/checkout/sessions',
            headers: { ...keyOf(attacked, index), 'Idempotency-Key': 'always the same' },
            body: JSON.stringify({ amount: 100 + index, currency: 'GBP' }),
          }
        : payOf(attacked, 1),
  },
  'one account with locked rows, beside 99': {
    connections: 32,
    openSessions: 20_000,
    others: 99,
    holdsRows: true,
    request: (attacked, index) =>
      index % 2 === 0
        ? {
            method: 'POST',
            path: '/v1/checkout/sessions',
            headers: { ...keyOf(attacked, index), 'Idempotency-Key': randomUUID() },
            body: JSON.stringify({ amount: 100, currency: 'GBP' }),
          }
        : payOf(attacked, index),
  },
  'one account with the largest metadata, beside 99': {
    connections: 32,
    others: 99,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { ...keyOf(attacked, index), 'Idempotency-Key': randomUUID() },
      body: largeBody,
    }),
  },
  'one account with 10,000 metadata keys, beside 99': {
    connections: 32,
    others: 99,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: keyOf(attacked, index),
      body: manyKeys,
    }),
  },
  'payments of 5 accounts, 125 at once': {
    connections: 125,
    accounts: 5,
    openSessions: 20_000,
    request: (attacked, index) => ({ ...payOf(attacked, Math.floor(index / 5) + 1), headers: keyOf(attacked, index) }),
  },
  'opens of a reusable link': {
    connections: 64,
    request: ({ linkCode }) => ({ method: 'POST', path: `/v1/form/payment_links/${linkCode}/checkout`, body: '{}' }),
  },
  'opens of a reusable link from 200 addresses': {
    connections: 200,
    addresses: 200,
    request: ({ linkCode }) => ({ method: 'POST', path: `/v1/form/payment_links/${linkCode}/checkout`, body: '{}' }),
  },
  'opens of a one-off link from 200 addresses': {
    connections: 200,
    addresses: 200,
    request: ({ oneOffLinkCode }) => ({
      method: 'POST',
      path: `/v1/form/payment_links/${oneOffLinkCode}/checkout`,
      body: '{}',
    }),
  },
  'opens of unknown links from 200 addresses': {
    connections: 200,
    addresses: 200,
    request: (_attacked, index) => ({
      method: 'POST',
      path: `/v1/form/payment_links/${String(index).padStart(12, 'a')}/checkout`,
      body: '{}',
    }),
  },
  'pages of a payment link from 200 addresses': {
    connections: 200,
    addresses: 200,
    request: ({ linkCode }) => ({ method: 'GET', path: `/l/${linkCode}` }),
  },
  'QR codes of a payment link from 200 addresses': {
    connections: 200,
    addresses: 200,
    request: ({ linkCode }) => ({ method: 'GET', path: `/l/${linkCode}/qr.svg` }),
  },
  '1,700 long polls with 3 keys': {
    connections: 1_700,
    accounts: 3,
    request: (attacked, index) => ({ method: 'GET', path: '/v1/events?wait=25', headers: keyOf(attacked, index) }),
  },
  '40 searches at once among 200,000 payments': {
    connections: 40,
    payments: 200_000,
    request: (attacked, index) => ({
      method: 'GET',
      path: '/v1/search/checkout/sessions?created_before=2020-01-01T00:00:00Z',
      headers: keyOf(attacked, index),
    }),
  },
  '18 exports at once from 6 accounts with 50,000 payments each': {
    connections: 18,
    accounts: 6,
    payments: 50_000,
    signsIn: true,
    request: (attacked, index) => ({
      method: 'GET',
      path: '/dashboard/test/export?what=payments',
      headers: cookieOf(attacked, index),
    }),
  },
  'dashboard pages among 200,000 payments': {
    connections: 40,
    payments: 200_000,
    signsIn: true,
    request: (attacked, index) => ({
      method: 'GET',
      path: '/dashboard/test/payments',
      headers: cookieOf(attacked, index),
    }),
  },
  'unread replies on 300 connections': {
    connections: 300,
    reads: false,
    request: () => ({ method: 'GET', path: '/docs' }),
  },
  'slow requests on 1,000 connections': {
    connections: 1_000,
    slowly: true,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: keyOf(attacked, index),
      body: largeBody,
    }),
  },
  'unknown keys': {
    connections: 64,
    request: (_attacked, index) => ({
      method: 'GET',
      path: '/v1/checkout/sessions',
      headers: { Authorization: `Bearer sk_test_${String(index).padStart(43, 'a')}` },
    }),
  },
  'unknown keys from 200 addresses': {
    connections: 200,
    addresses: 200,
    request: (_attacked, index) => ({
      method: 'GET',
      path: '/v1/checkout/sessions',
      headers: { Authorization: `Bearer sk_test_${String(index).padStart(43, 'a')}` },
    }),
  },
  'card attempts with broken encryption': {
    connections: 64,
    request: ({ clientSecret }) => ({
      method: 'POST',
      path: '/v1/form/attempts',
      headers: { Authorization: `Bearer ${clientSecret}` },
      body: JSON.stringify({ encrypted_card: `eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.${'a'.repeat(4_000)}.b.c.d` }),
    }),
  },
  'sandbox sign-ups from 200 addresses': {
    connections: 64,
    addresses: 200,
    request: (_attacked, index) => ({
      method: 'POST',
      path: '/v1/sandbox/signup',
      body: JSON.stringify({ email: `a${String(index)}@example.com` }),
    }),
  },
  'changes of the webhook address to names that do not resolve': {
    connections: 16,
    accounts: 4,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/webhook_endpoints',
      headers: keyOf(attacked, index),
      body: JSON.stringify({ url: `https://n${String(index)}.dead.example/hook` }),
    }),
  },
  'moves of the time of 20 accounts with open sessions': {
    connections: 40,
    accounts: 20,
    openSessions: 2_000,
    request: (attacked, index) => ({
      method: 'POST',
      path: '/v1/test_helpers/clock',
      headers: keyOf(attacked, index),
      body: JSON.stringify({ advance: 60 }),
    }),
  },
} satisfies Record<string, Attack>
