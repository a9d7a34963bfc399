import { requestRules } from '../../generated/rules.ts'
import { pingEndpoint } from '../flows/ping-endpoint.ts'
import { beginSecretRoll, cancelSecretRoll, finishSecretRoll } from '../flows/roll-signing-secret.ts'
import { changeWebhookEndpoint } from '../flows/set-webhook-endpoint.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import type { WebhookEndpointRecord } from '../domain/records.ts'
import { findWebhookEndpoint } from '../store/webhook-endpoints.ts'
import type { SecretRoll } from '../store/webhook-endpoints.ts'
import { mistakesIn } from './contract-mistakes.ts'
import { facts, time } from './format.ts'
import { renderForm } from './forms.ts'
import { page, problem } from './page.ts'
import type { DashboardPage, Field, MemberForm, MemberVisit, Problem } from './page.ts'

/** What a form was opened over: another tab, or another person, may have changed it since. */
const seenField: Field = { label: 'Address that was shown', type: 'hidden', max: 40 }
const rollField: Field = { label: 'Roll that was shown', type: 'hidden', max: 40 }

const set: MemberForm = {
  name: 'set',
  button: 'Set the address',
  changes: 'developers',
  fields: {
    url: {
      label: 'Address',
      type: 'text',
      required: true,
      max: 2048,
      inputmode: 'url',
      hint: 'https, and reachable from the internet.',
    },
    seen: seenField,
  },
  submit: async ({ context, caller, scope, to }, { url = '', seen = '' }) => {
    const mistakes = mistakesIn(requestRules.setWebhookEndpoint.body, { url })
    if (mistakes) return { kind: 'invalid', errors: mistakes }
    const result = await changeWebhookEndpoint(context, caller, scope, { url, seen: seen || null })
    if (!result) return overtaken(to)
    if ('kind' in result)
      return { kind: 'invalid', errors: { url: result.detail.message ?? 'This address cannot be used.' } }
    const message = 'Events go to the new address from now on, signed with its own secret.'
    return {
      kind: 'done',
      notice: {
        message,
        secret: signingSecret(
          result.secret,
          'This is the only time that you see it: your receiver checks every event with it.',
        ),
      },
    }
  },
}

const ping: MemberForm = {
  name: 'ping',
  button: 'Send a test.ping',
  changes: 'developers',
  fields: {},
  submit: async ({ context, caller, scope, to }) => {
    const result = await pingEndpoint(context, scope, caller)
    if (!result) return overtaken(to)
    const took = `${Math.round(result.durationMs)} ms`
    const message =
      result.kind === 'delivered'
        ? `Your receiver took the test.ping: it answered ${String(result.status)} in ${took}.`
        : `The test.ping was not taken, after ${took}: ${result.error ?? ''}`
    return { kind: 'done', to: to(`deliveries/${result.deliveryId}`), notice: { message } }
  },
}

const begin: MemberForm = {
  name: 'roll',
  button: 'Show the next secret',
  changes: 'developers',
  fields: { seen: seenField },
  submit: async ({ context, caller, scope, to }, { seen = '' }) => {
    const secret = await beginSecretRoll(context, caller, scope, seen)
    if (secret === null) return overtaken(to)
    const message =
      'Nothing is signed with it yet. Give it to your receiver beside the present one, then come back and say “Sign with it now”.'
    return {
      kind: 'done',
      notice: {
        message,
        secret: signingSecret(
          secret,
          'This is the only time that you see it. If it is lost, cancel the roll and begin again.',
        ),
      },
    }
  },
}

const finish: MemberForm = {
  name: 'use',
  button: 'Sign with it now',
  changes: 'developers',
  confirm: 'Sign every delivery with the next secret from now on? The present one is gone then.',
  fields: { seen: seenField, roll: rollField },
  submit: async ({ context, caller, scope, to }, values) => {
    const roll = rollOf(values)
    if (!roll || !(await finishSecretRoll(context, caller, scope, roll))) return overtaken(to)
    return {
      kind: 'done',
      notice: {
        message:
          'Every delivery is signed with the next secret from now on. Take the old one out of your receiver when you like.',
      },
    }
  },
}

const cancel: MemberForm = {
  name: 'cancel',
  button: 'Cancel the roll',
  changes: 'developers',
  danger: true,
  fields: { seen: seenField, roll: rollField },
  submit: async ({ context, caller, scope, to }, values) => {
    const roll = rollOf(values)
    if (!roll || !(await cancelSecretRoll(context, caller, scope, roll))) return overtaken(to)
    return { kind: 'done', notice: { message: 'The roll is cancelled. The present secret goes on signing.' } }
  },
}

function signingSecret(value: string, note: string): { label: string; value: string; note: string } {
  return { label: 'Signing secret', value, note }
}

function rollOf({ seen = '', roll = '' }: Readonly<Record<string, string>>): SecretRoll | null {
  const at = new Date(roll)
  return Number.isNaN(at.getTime()) ? null : { endpointId: seen, at }
}

function overtaken(to: MemberVisit['to']): Problem {
  const message =
    'The address or its secret is not what this page showed any more, so nothing was changed. Look at it again.'
  return problem(409, {
    title: 'This was changed in another place',
    message,
    link: { href: to(webhooksPage.path), text: 'Look' },
  })
}

/** The address that events of a mode go to, and the secret that signs them. */
export const webhooksPage: DashboardPage = {
  path: 'webhooks',
  nav: 'Webhooks',
  show: async (visit) =>
    page('Webhooks', webhooksBody(visit, await findWebhookEndpoint(visit.scope, visit.context.db))),
  forms: [set, ping, begin, finish, cancel],
}

function section(id: string, title: string, content: Markup): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`
}

function webhooksBody(visit: MemberVisit, endpoint: WebhookEndpointRecord | null): Markup {
  const intro = html`<p class="lead">Every event of ${visit.scope.livemode ? 'live' : 'test'} mode is posted to one address of yours, signed with a secret that only you and we know.</p>`
  if (!endpoint)
    return html`${intro}${section('address', 'Address', html`<p>There is none yet: events are kept, and delivered nowhere.</p>${renderForm(visit, webhooksPage.path, set)}`)}`
  const present = facts([
    ['Address', html`<code>${endpoint.url}</code>`],
    ['Since', time(endpoint.created_at, visit.merchant.time_zone)],
    ['Failing since', endpoint.failing_since && time(endpoint.failing_since, visit.merchant.time_zone)],
  ])
  const look = html`<p><a href="${visit.to('deliveries')}">What was delivered, and what was not</a></p>`
  const change = html`<p>A new address has a new secret, and takes over every delivery that still waits. Events that are on their way when you set it may fail once and are tried again.</p>${renderForm(visit, webhooksPage.path, { ...set, confirm: 'Set this address? The present one and its secret are gone then.' }, { url: endpoint.url, seen: endpoint.id })}`
  return html`${intro}${section('address', 'Address', html`${present}${renderForm(visit, webhooksPage.path, ping)}${look}`)}${section('signing', 'Signing secret', secretBody(visit, endpoint))}${section('change', 'Another address', change)}`
}

function secretBody(visit: MemberVisit, endpoint: WebhookEndpointRecord): Markup {
  if (!endpoint.next_secret_at) {
    const how = html`<p>It was shown when the address was set. To put another in its place without losing an event, roll it in two steps: first you see the next secret and give it to your receiver beside the present one; then you say when it signs.</p>`
    return html`${how}${renderForm(visit, webhooksPage.path, begin, { seen: endpoint.id })}`
  }
  const roll = { seen: endpoint.id, roll: endpoint.next_secret_at.toISOString() }
  const state = html`<p>A next secret is ready since ${time(endpoint.next_secret_at, visit.merchant.time_zone)}. Deliveries are still signed with the present one. Does your receiver know both? In our SDK: <code>constructEvent(body, header, [present, next])</code>.</p>`
  return html`${state}<div class="pair">${renderForm(visit, webhooksPage.path, finish, roll)}${renderForm(visit, webhooksPage.path, cancel, roll)}</div>`
}
