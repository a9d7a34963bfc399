import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { reportReady } from './children.ts'
import { countStatements } from './statement-counts.ts'

// The floor to compare with: node:http and one prepared statement on the same database, with a pool of the same size.
// A list reads the newest rows of the merchant and replies with them as JSON.
// A payment is three statements, each with a commit of its own: attempt, bank, settlement.

const counts = countStatements()

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const merchant = process.env.MERCHANT_ID

const create = {
  name: 'floor create',
  text: `
    with key as (
      insert into idempotency_keys (merchant_id, livemode, key, fingerprint, object_id, created_at)
      values ($1, false, $2, $3, $4, $5)
    )
    insert into checkout_sessions (
      merchant_id, livemode, id, status, amount, currency, customer, expires_at, created_at, metadata
    )
    values ($1, false, $4, 'open', 2500, 'GBP', '{}', $6, $5, '{}') returning *`,
}
const createWithoutKey = {
  name: 'floor create without key',
  text: `
    insert into checkout_sessions (
      merchant_id, livemode, id, status, amount, currency, customer, expires_at, created_at, metadata
    )
    values ($1, false, $2, 'open', 2500, 'GBP', '{}', $4, $3, '{}') returning *`,
}
const retrieve = {
  name: 'floor retrieve',
  text: 'select * from checkout_sessions where merchant_id = $1 and livemode = false and id = $2',
}
const list = {
  name: 'floor list',
  text: 'select * from checkout_sessions where merchant_id = $1 and livemode = false order by id desc limit $2',
}

const steps = ['attempt', 'bank', 'settlement'] as const
const pay = (step: string) => ({
  name: `floor ${step}`,
  text: `insert into floor_${step} (merchant_id, livemode, id, body, created_at) values ($1, false, $2, $3, now())`,
})

let count = 0

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/payment') return answerPayment(response)
  const { rows } = await pool.query(statementFor(request))
  const limit = limitOf(request)
  const body = JSON.stringify(limit === null ? rows[0] : { data: rows })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

function statementFor(request: IncomingMessage): pg.QueryConfig {
  const limit = limitOf(request)
  if (limit !== null) return { ...list, values: [merchant, limit] }
  if (request.method !== 'POST') return { ...retrieve, values: [merchant, request.url?.split('/').at(-1)] }
  const now = new Date()
  const expiry = new Date(now.getTime() + 1_800_000)
  const id = `cs_test_floor${process.pid}x${count++}`
  const key = request.headers['idempotency-key']
  return key === undefined
    ? { ...createWithoutKey, values: [merchant, id, now, expiry] }
    : { ...create, values: [merchant, key, Buffer.alloc(32), id, now, expiry] }
}

function limitOf({ url = '' }: IncomingMessage): number | null {
  const [, limit] = /\?limit=(\d+)$/.exec(url) ?? []
  return limit === undefined ? null : Number(limit)
}

async function answerPayment(response: ServerResponse): Promise<void> {
  const body = { amount: 2500, currency: 'GBP', status: 'paid', card_brand: 'visa', card_last4: '0085' }
  const id = `att_floor${process.pid}x${count++}`
  for (const step of steps) await pool.query({ ...pay(step), values: [merchant, id, body] })
  const reply = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) }).end(reply)
}

for (const step of steps)
  await pool.query(
    `create table if not exists floor_${step} (merchant_id text not null, livemode boolean not null, id text not null,
       body jsonb not null, created_at timestamptz not null, primary key (merchant_id, livemode, id))`,
  )

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (parts.length > 0) JSON.parse(Buffer.concat(parts).toString())
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
})
server.listen(0, '127.0.0.1', () => reportReady({ port: String((server.address() as AddressInfo).port) }, counts))
process.on('SIGTERM', () => process.exit(0))
