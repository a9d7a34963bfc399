import t from 'tap'
import { countedClient } from '../../server/flows/card-testing/counted-client.ts'
import { operations, type OperationId } from '../../generated/operations.ts'
import { dashboardPages, visitorPages } from '../../server/dashboard/pages.ts'
import type { Field } from '../../server/dashboard/shell/page.ts'
import { holderOfVisitor } from '../../server/dashboard/shell/requests.ts'
import { newFormToken } from '../../server/domain/accounts/form-token.ts'
import { addDays } from '../../server/domain/time/periods.ts'
import { hashSecretToken, newSecretToken } from '../../server/domain/crypto/secret-token.ts'
import { openLogin } from '../../server/flows/accounts/sign-in.ts'
import { inTransaction } from '../../server/store/sql/database.ts'
import { findLogin } from '../../server/store/accounts/logins.ts'
import { findMemberByEmail } from '../../server/store/accounts/people.ts'
import { findOperation } from '../support/contract-document.ts'
import { encryptedCard } from '../support/pay.ts'
import { measure, member, service } from '../pauses/measure.ts'
import { cookies, credentialsFor, measureHeaders, open, pathOf, routes, warmUp } from '../pauses/routes.ts'
import { escapedJson, hostileBodies, hostileForms, largestOf } from '../pauses/worst-bodies.ts'
import { worstLanguages } from '../pauses/worst-heads.ts'

// Sends the worst requests to every operation of the contract, every page and every form of the dashboard, and measures
// for how long each keeps the event loop from everything else. It measures real time, so it is not part of `npm test`.
// pauses.test.ts adds every other header, and queries and paths.

const { context } = service.app

t.test('no language header pauses the event loop for more than 20 ms on a page for customers', async () => {
  const pages = routes.filter(({ method, id, path }) => {
    // The dashboard is in English and does not read the header.
    return method === 'GET' && id === undefined && !path.startsWith('/dashboard')
  })
  for (const route of pages) {
    await warmUp(route)
    await measureHeaders(route, worstLanguages)
  }
})

t.test('no page with the most that it shows pauses the event loop for more than 20 ms', async (t) => {
  const today = service.clock.now().toISOString().slice(0, 10)
  const most = {
    [`/dashboard/test/numbers?from=${addDays(today, -390)}&to=${today}&step=day`]: [`Cookie: ${cookies}`],
    '/v1/checkout/sessions?limit=100': credentialsFor('listCheckoutSessions', ''),
    '/v1/events?limit=100': credentialsFor('listEvents', ''),
  }
  for (const [path, headers] of Object.entries(most))
    t.equal(await measure(`GET ${path}`, { method: 'GET', path, headers }), 200, path)
})

t.test('no body of an operation pauses the event loop for more than 20 ms', async (t) => {
  for (const id of Object.keys(operations) as OperationId[]) {
    const { method, path: template } = operations[id]
    if (method === 'GET') continue
    const path = pathOf(template)
    const headers = [...credentialsFor(id, path), 'Content-Type: application/json']
    const schema = findOperation(method, path)?.operation.requestBody?.content['application/json'].schema
    const largest = schema ? (largestOf(schema) as Record<string, unknown>) : {}
    if (id === 'submitCardAttempt') {
      largest['encrypted_card'] = await encryptedCard(service, open.id)
      // This card has one network.
      delete largest['card_network']
      Object.assign(largest['browser'] as object, {
        language: 'a'.repeat(35),
        page_origin: `https://${'a'.repeat(247)}`,
      })
    }
    if (id === 'retrieveCardNetworks') largest['first_digits'] = '40120000'
    if (id === 'refundCheckoutSession') largest['amount'] = 1
    // A link for many customers takes no customer.
    if (id === 'createPaymentLink')
      Object.assign(largest, { kind: 'single', expires_at: new Date(service.clock.now().getTime() + 86_400_000) })
    const status = await measure(`${id}, the largest body`, { method, path, headers, body: escapedJson(largest) })
    t.not(status, 400, `the contract allows the largest body of ${id}`)
    for (const [about, body] of Object.entries(hostileBodies))
      await measure(`${id}, ${about}`, { method, path, headers, body })
  }
})

/** The largest text that a form's field allows. */
function largestField({ type, options, max = 500 }: Field): string {
  if (options) return options.at(-1)?.[0] ?? ''
  if (type === 'checkbox') return 'on'
  if (type === 'email') return `${'a'.repeat(60)}@${'a.'.repeat((max - 66) / 2)}com`
  if (type === 'date') return '2026-01-01'
  return 'é'.repeat(max)
}

/** A cookie and a form token: of a new login, because some forms end the login that sends them, or of a visitor. */
async function holder(isMember: boolean): Promise<{ cookie: string; token: string }> {
  const now = service.clock.now()
  const visitor = newSecretToken().token
  if (!isMember) {
    const { login } = holderOfVisitor(visitor)
    return { cookie: `servicepay-visitor=${visitor}`, token: newFormToken(context.keyring, login, now) }
  }
  const person = await findMemberByEmail(context.db, member.email)
  if (!person) throw new Error('Bug: the member signed in, so it must exist')
  const from = { address: '127.0.0.1', client: countedClient('127.0.0.1'), userAgent: null, device: null }
  const { token } = await inTransaction(context.db, (transaction) => openLogin(context, transaction, person, from))
  const login = await findLogin(context.db, hashSecretToken(token))
  return { cookie: `servicepay=${token}`, token: newFormToken(context.keyring, login?.id ?? '', now) }
}

t.test('no form of the dashboard pauses the event loop for more than 20 ms', async () => {
  const type = 'Content-Type: application/x-www-form-urlencoded'
  for (const [under, page] of [
    ...visitorPages.map((page) => ['/dashboard', page] as const),
    ...dashboardPages.map((page) => ['/dashboard/{mode}', page] as const),
  ]) {
    for (const form of page.forms) {
      const path = pathOf(`${under}/${page.path}/${form.name}`)
      const about = `POST ${path}`
      await measure(`${about}, the largest fields`, async () => {
        const { cookie, token } = await holder(under.includes('{mode}'))
        const fields = Object.entries(form.fields).map(([name, field]): [string, string] => [name, largestField(field)])
        const body = new URLSearchParams([...fields, ['form_token', token]])
        return { method: 'POST', path, headers: [type, `Cookie: ${cookie}`], body: body.toString() }
      })
      for (const [kind, body] of Object.entries(hostileForms))
        await measure(`${about}, ${kind}`, { method: 'POST', path, headers: [type, `Cookie: ${cookies}`], body })
    }
  }
})
