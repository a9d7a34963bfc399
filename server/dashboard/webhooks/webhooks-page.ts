import { requestRules } from '../../../generated/rules.ts'
import type { Failure } from '../../domain/failure.ts'
import { pingInTurn } from '../../flows/webhooks/ping-endpoint.ts'
import { beginSecretRoll, cancelSecretRoll, finishSecretRoll } from '../../flows/webhooks/roll-signing-secret.ts'
import { changeWebhookEndpoint } from '../../flows/webhooks/set-webhook-endpoint.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import { findWebhookEndpoint, type SecretRoll } from '../../store/webhooks/webhook-endpoints.ts'
import { mistakesIn } from '../shell/contract-mistakes.ts'
import { facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import {
  changedElsewhere,
  page,
  problem,
  secretShown,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Problem,
} from '../shell/page.ts'
import { withPassword } from '../shell/with-password.ts'

// The state that the page showed. A form is refused when another tab or member has changed it since.
const seenField: Field = { label: 'Address that was shown', type: 'hidden', max: 40 }
const rollField: Field = { label: 'Roll that was shown', type: 'hidden', max: 40 }

const set = withPassword({
  name: 'set',
  button: 'Set the address',
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
    if (!result) return changedMeanwhile(to)
    if ('kind' in result && result.code === 'rate_limited') return tooOften(result)
    if ('kind' in result)
      return { kind: 'invalid', errors: { url: result.detail.message ?? 'This address cannot be used.' } }
    const message = 'Events go to the new address from now on, signed with its own secret.'
    return {
      kind: 'done',
      notice: {
        message,
        secret: signingSecret(result.secret, `${secretShown} Your receiver checks every event with it.`),
      },
    }
  },
})

const ping: MemberForm = {
  name: 'ping',
  button: 'Send a test.ping',
  fields: {},
  submit: async ({ context, caller, scope, to }) => {
    const result = await pingInTurn(context, scope, caller)
    if (!result) return changedMeanwhile(to)
    if (result.kind === 'failure') return tooOften(result)
    const took = `${Math.round(result.durationMs)} ms`
    const message =
      result.kind === 'delivered'
        ? `Your receiver accepted the test.ping: it answered ${String(result.status)} in ${took}.`
        : `The test.ping failed after ${took}: ${result.error ?? ''}`
    return { kind: 'done', to: to(`deliveries/${result.deliveryId}`), notice: { message } }
  },
}

const begin = withPassword({
  name: 'roll',
  button: 'Show the next secret',
  fields: { seen: seenField },
  submit: async ({ context, caller, scope, to }, { seen = '' }) => {
    const secret = await beginSecretRoll(context, caller, scope, seen)
    if (secret === null) return changedMeanwhile(to)
    const message =
      'We do not sign with it yet. Add it to your receiver alongside the current one, then come back and choose ' +
      '“Sign with it now”.'
    return {
      kind: 'done',
      notice: {
        message,
        secret: signingSecret(secret, `${secretShown} If you lose it, cancel the roll and begin again.`),
      },
    }
  },
})

const finish: MemberForm = {
  name: 'use',
  button: 'Sign with it now',
  confirm: 'Sign every delivery with the next secret from now on? The current one is then deleted.',
  fields: { seen: seenField, roll: rollField },
  submit: async ({ context, caller, scope, to }, values) => {
    const roll = rollOf(values)
    if (!roll || !(await finishSecretRoll(context, caller, scope, roll))) return changedMeanwhile(to)
    return {
      kind: 'done',
      notice: {
        message:
          'From now on, we sign every delivery with the next secret. ' +
          'You can remove the old one from your receiver at any time.',
      },
    }
  },
}

const cancel: MemberForm = {
  name: 'cancel',
  button: 'Cancel the roll',
  danger: true,
  confirm: 'Cancel the roll? The next secret is then deleted, and the current one stays in use.',
  fields: { seen: seenField, roll: rollField },
  submit: async ({ context, caller, scope, to }, values) => {
    const roll = rollOf(values)
    if (!roll || !(await cancelSecretRoll(context, caller, scope, roll))) return changedMeanwhile(to)
    return { kind: 'done', notice: { message: 'The roll is cancelled. The current secret stays in use.' } }
  },
}

function signingSecret(value: string, note: string): { label: string; value: string; note: string } {
  return { label: 'Signing secret', value, note }
}

function rollOf({ seen = '', roll = '' }: Readonly<Record<string, string>>): SecretRoll | null {
  const at = new Date(roll)
  return Number.isNaN(at.getTime()) ? null : { endpointId: seen, at }
}

function tooOften({ detail }: Failure): Problem {
  const { message, retryAfterSeconds } = detail
  return problem(429, {
    ...(message === undefined ? {} : { message: `${message} Wait a while, then try again.` }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

function changedMeanwhile(to: MemberVisit['to']): Problem {
  return changedElsewhere('The address or its secret has', to(webhooksPage.path))
}

/** The webhook endpoint of a mode: its address and its signing secret. */
export const webhooksPage: DashboardPage = {
  path: 'webhooks',
  needs: 'develop',
  nav: 'Webhooks',
  show: async (visit) =>
    page('Webhooks', webhooksBody(visit, await findWebhookEndpoint(visit.scope, visit.context.db))),
  forms: [set, ping, begin, finish, cancel],
}

function webhooksBody(visit: MemberVisit, endpoint: WebhookEndpointRecord | null): Markup {
  const intro = html`
    <p class="lead">
      We send every event of ${visit.scope.livemode ? 'live' : 'test'} mode to one address of yours, signed with a
      secret that only you and we know.
    </p>
  `
  if (!endpoint) {
    const first = html`
      <p>There is no address yet, so events are stored but not sent.</p>
      ${renderForm(visit, webhooksPage.path, set)}
    `
    return html`${intro}${section('address', 'Address', first)}`
  }
  const present = facts([
    ['Address', html`<code>${endpoint.url}</code>`],
    ['Since', time(endpoint.created_at, visit.merchant.time_zone)],
    ['Failing since', endpoint.failing_since && time(endpoint.failing_since, visit.merchant.time_zone)],
  ])
  const log = html`<p><a href="${visit.to('deliveries')}">All deliveries and their results</a></p>`
  const setAnother = { ...set, confirm: `Replace ${endpoint.url}? This address and its secret are then deleted.` }
  const change = html`
    <p>
      A new address gets a new secret and all waiting deliveries. Deliveries that are under way when you set it may fail
      once; we then retry them.
    </p>
    ${renderForm(visit, webhooksPage.path, setAnother, { url: endpoint.url, seen: endpoint.id })}
  `
  return html`
    ${intro}
    ${section('address', 'Address', html`${present}${renderForm(visit, webhooksPage.path, ping)}${log}`)}
    ${section('signing', 'Signing secret', secretBody(visit, endpoint))}
    ${section('change', 'Another address', change)}
  `
}

function secretBody(visit: MemberVisit, endpoint: WebhookEndpointRecord): Markup {
  if (!endpoint.next_secret_at) {
    const how = html`
      <p>
        We showed it when you set the address. To replace it without losing an event, roll it in two steps. First, you
        see the next secret and add it to your receiver alongside the current one. Then, you choose when we start
        signing with it.
      </p>
    `
    return html`${how}${renderForm(visit, webhooksPage.path, begin, { seen: endpoint.id })}`
  }
  const roll = { seen: endpoint.id, roll: endpoint.next_secret_at.toISOString() }
  return html`
    <p>
      The next secret has been ready since ${time(endpoint.next_secret_at, visit.merchant.time_zone)}. We still sign
      deliveries with the current one. Your receiver must accept both. With our SDK: <code>constructEvent(body, header,
      [current, next])</code>.
    </p>
    <div class="pair">
      ${renderForm(visit, webhooksPage.path, finish, roll)}
      ${renderForm(visit, webhooksPage.path, cancel, roll)}
    </div>
  `
}
