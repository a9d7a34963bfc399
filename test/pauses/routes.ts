import t from 'tap'
import { operations, type OperationId } from '../../generated/operations.ts'
import { dashboardPages, visitorPages } from '../../server/dashboard/pages.ts'
import { attemptTokenOf } from '../../server/domain/sessions/attempt-token.ts'
import { attemptsOf } from '../../server/store/sessions/card-attempts.ts'
import { samples } from '../dashboard/shell/samples.ts'
import { createLink } from '../links/link-calls.ts'
import { asVisitor, createSession, paidSession, submitCard } from '../support/pay.ts'
import { measure, member, send, service, type Sent } from './measure.ts'
import { worstPathEnds, worstQueries, worstValue } from './worst-heads.ts'

// The routes come from the server's own table. So a new one is tested without a change here, or fails because a part of
// its path has no value below.

const link = await createLink(service)
const paid = await paidSession(service)
/** An open session. */
export const open = await createSession(service)
const challenged = await createSession(service)
const attempt = (await submitCard(service, challenged, 'challenge')).body as unknown as {
  id: string
  challenge_url: string
  challenge_page: string
}
const refund = await service.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, { amount: 1 })
const disputed = await paidSession(service)
await service.call('POST', `/v1/test_helpers/checkout/sessions/${disputed.id}/dispute`, {})
const { body: disputes } = await service.call('GET', '/v1/disputes')
const [dispute] = disputes['data'] as unknown as { id: string }[]
const { body: events } = await service.call('GET', '/v1/events')
const scope = { merchantId: service.merchantId, livemode: false }
const [payer] = await attemptsOf(scope, service.app.context.db, paid.id, 1)
const [event] = events['data'] as unknown as { id: string }[]

/** A value for each part of a path that names something, by the path up to that part. */
const values: Readonly<Record<string, string>> = {
  '/v1/checkout/sessions/{id}': paid.id,
  '/v1/refunds/{id}': String(refund.body['id']),
  '/v1/disputes/{id}': dispute?.id ?? '',
  '/v1/events/{id}': event?.id ?? '',
  '/v1/form/attempts/{id}': attempt.id,
  '/v1/form/payment_links/{code}': link.code,
  '/v1/payment_links/{id}': link.id,
  '/v1/test_helpers/checkout/sessions/{id}': open.id,
  '/v1/test_helpers/payment_links/{id}': link.id,
  '/v1/test_helpers/refunds/{id}': String(refund.body['id']),
  '/v1/form/assets/{name}':
    /assets\/(later\.\w+\.js)/.exec((await service.call('GET', '/v1/form/frame')).text)?.[1] ?? '',
  '/checkout/{clientSecret}': open.client_secret,
  '/l/{code}': link.code,
  '/receipt/{token}': attemptTokenOf(service.app.context.keyring, scope, payer?.id ?? '', 'receipt'),
  '/v1/form/challenge/{token}': attempt.challenge_page.split('/').at(-1) ?? '',
  '/v1/form/challenge_returns/{token}': attemptTokenOf(service.app.context.keyring, scope, attempt.id, 'return'),
  '/sandbox/challenge/{token}': attempt.challenge_url.split('/').at(-1) ?? '',
  '/v1/processor_notifications/{processor}': 'adyen',
  '/docs/{name*}': 'errors',
  '/dashboard/assets/{name}': /assets\/([\w.-]+\.css)/.exec((await member.get('/dashboard/sign-in')).html)?.[1] ?? '',
}

/** Routes whose address leads nowhere without a mail that was sent, or by their purpose. */
const leadNowhere = [
  '/dashboard/welcome/{token}',
  '/dashboard/confirm/{token}',
  '/dashboard/new-address/{token}',
  '/dashboard/reset/{token}',
  '/dashboard/{rest*}',
]

const dashboardPaths = new Map<string, string>()
for (const { path } of dashboardPages) {
  const sample = samples[path]
  if (path.includes('{') && !sample)
    throw new Error(`The page ${path} needs a sample in test/dashboard/shell/samples.ts`)
  dashboardPaths.set(path, sample ? await sample(service) : path)
}

/** A path of this route that leads to something. */
export function pathOf(template: string): string {
  const page = dashboardPages
    .filter(({ path }) => `${template}/`.startsWith(`/dashboard/{mode}/${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  if (page) {
    const rest = template.slice(`/dashboard/{mode}/${page.path}`.length)
    return `/dashboard/test/${dashboardPaths.get(page.path) ?? ''}${rest}`
  }
  const [upTo] = /^[^}]*\}/.exec(template) ?? []
  if (upTo === undefined) return template
  if (leadNowhere.some((path) => template.startsWith(path))) return template.replace(upTo, upTo.replace(/\{.*/, 'x'))
  const value = values[upTo]
  if (!value) throw new Error(`The test needs a value for ${upTo}`)
  return template
    .replace(
      upTo,
      upTo.replace(/\{.*/, () => value),
    )
    .replace('{merchant_id}', service.merchantId)
}

export const cookies = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

export function credentialsFor(id: string | undefined, path: string): string[] {
  if (path.startsWith('/dashboard')) return [`Cookie: ${cookies}`]
  if (id === undefined) return []
  switch (operations[id as OperationId].auth) {
    case 'secret_key':
      return [`Authorization: Bearer ${service.secretKey}`]
    case 'client_secret':
      return headerLines(asVisitor(path.includes(attempt.id) ? challenged : open))
    case 'none':
      return []
  }
}

const isForm = (path: string): boolean =>
  path.startsWith('/dashboard') &&
  [...visitorPages, ...dashboardPages].some(({ forms }) => forms.some(({ name }) => path.endsWith(`/${name}`)))

/** Every route of the server but those of the dashboard's forms, whose GET only leads back to the page. */
export const routes = service.app.server
  .table()
  .map(({ method, path, settings }) => ({ method: method.toUpperCase(), path, id: settings.id }))
  .filter(({ path }) => !isForm(path))

type Route = (typeof routes)[number]

/** Sends the request as it is meant, so that the service has filled its caches before a measurement. */
export async function warmUp({ method, path: template, id }: Route): Promise<void> {
  const path = pathOf(template)
  const status = await send({ method, path, headers: credentialsFor(id, path) })
  if (method === 'GET' && !leadNowhere.some((start) => template.startsWith(start)))
    t.ok(status < 400, `${template} leads to something: ${status}`)
}

/** Measures a request, and checks that no limit refused it. */
async function measureAllowed(about: string, request: Sent): Promise<void> {
  if ((await measure(about, request)) === 429) t.fail(`${about}: a limit refused the request`)
}

/** Measures a route with each of these headers. */
export async function measureHeaders(
  { method, path: template, id }: Route,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const path = pathOf(template)
  const own = credentialsFor(id, path)
  for (const [about, header] of Object.entries(headers)) {
    const others = own.filter((mine) => mine.split(':')[0] !== header.split(':')[0])
    await measureAllowed(`${method} ${template}, ${about}`, { method, path, headers: [...others, header] })
  }
}

/** Measures a route with the worst queries, and its parameters with the worst values. */
export async function measureQueries({ method, path: template, id }: Route): Promise<void> {
  const path = pathOf(template)
  const headers = credentialsFor(id, path)
  const names = id === undefined ? ['locale', 'q', 'done'] : operations[id as OperationId].query_parameters
  const queries = { ...worstQueries, ...Object.fromEntries(names.map((name) => [name, worstValue(name)])) }
  for (const [about, query] of Object.entries(queries))
    await measureAllowed(`${method} ${template}?, ${about}`, { method, path: `${path}?${query}`, headers })
}

/** Measures a route whose path has a variable part with the worst texts in its place. */
export async function measurePaths({ method, path: template, id }: Route): Promise<void> {
  const [before = '', variable] = template.split('{')
  if (variable === undefined) return
  const headers = credentialsFor(id, pathOf(template))
  for (const [about, end] of Object.entries(worstPathEnds))
    await measureAllowed(`${method} ${template}, ${about}`, { method, path: before + end, headers })
}
