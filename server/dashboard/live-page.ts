import { countries } from '../../spec/lib/countries.ts'
import { descriptorRule } from '../domain/live-details.ts'
import type { LiveDetails } from '../domain/live-details.ts'
import { giveLiveAccess } from '../flows/give-live-access.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { findLiveDetails } from '../store/live-details.ts'
import { facts, time } from './format.ts'
import { renderForm } from './forms.ts'
import { page, problem } from './page.ts'
import type { DashboardPage, Field, MemberForm, MemberVisit } from './page.ts'

const path = 'live'

const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const countryOptions = [...countries]
  .map((code) => [code, regionNames.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'))

const fields: Readonly<Record<keyof LiveDetails, Field>> = {
  legal_name: {
    label: 'Legal name',
    type: 'text',
    required: true,
    max: 120,
    autocomplete: 'organization',
    hint: 'Of the business, as it is registered.',
  },
  country: {
    label: 'Country',
    type: 'select',
    required: true,
    options: [['', 'Choose …'], ...countryOptions],
    autocomplete: 'country',
  },
  registration_number: {
    label: 'Registration number',
    type: 'text',
    required: true,
    max: 40,
    hint: 'From the company register; without one, your tax number.',
  },
  contact_name: { label: 'Contact person', type: 'text', required: true, max: 100, autocomplete: 'name' },
  contact_email: { label: 'Email of the contact', type: 'email', required: true, max: 254, autocomplete: 'email' },
  statement_descriptor: {
    label: 'Name on bank statements',
    type: 'text',
    required: true,
    max: 22,
    hint: `What customers read there: a name they know you by. ${descriptorRule}`,
  },
}

const detailsForm: MemberForm = {
  name: 'details',
  button: 'Save and turn live mode on',
  changes: 'live',
  fields,
  submit: async ({ context, caller, scope, to }, values) => {
    const result = await giveLiveAccess(context, caller, scope.merchantId, detailsIn(values))
    if (result.kind === 'invalid') return { kind: 'invalid', errors: result.problems }
    if (result.kind === 'refused')
      return problem(409, {
        title: 'Live mode was not turned on',
        message: result.message,
        link: { href: to(path), text: 'Back' },
      })
    if (!result.liveKey) return { kind: 'done', notice: { message: 'The details are saved.' } }
    const note = 'Keep it on your server. It is not shown again; if it gets lost, make another.'
    return {
      kind: 'done',
      notice: { message: 'Live mode is on.', secret: { label: 'Your live key', value: result.liveKey.secret, note } },
    }
  },
}

function detailsIn(values: Partial<LiveDetails>): LiveDetails {
  const {
    legal_name = '',
    country = '',
    registration_number = '',
    contact_name = '',
    contact_email = '',
    statement_descriptor = '',
  } = values
  return { legal_name, country, registration_number, contact_name, contact_email, statement_descriptor }
}

/** Live mode: whether it is on, what it would do on this server, and the details that turn it on. */
export const livePage: DashboardPage = {
  path,
  nav: 'Live access',
  show: async (visit) => page('Live access', await body(visit)),
  forms: [detailsForm],
}

async function body(visit: MemberVisit): Promise<Markup> {
  const { context, merchant, scope } = visit
  const details = await findLiveDetails(context.db, scope.merchantId)
  const state = facts([
    [
      'Live mode',
      merchant.live_access ? html`<strong>On</strong>` : merchant.live_access_ended_at ? 'Taken away' : 'Off',
    ],
    ['Bank of this server', bankName(visit)],
    ['Details sent', details && time(details.submitted_at, merchant.time_zone)],
  ])
  const about = html`<section aria-labelledby="state"><h2 id="state">On this server</h2>${state}${serverNotes(visit)}</section>`
  if (merchant.live_access_ended_at)
    return html`${about}<section class="problem"><p>Whoever runs this server took live access away on ${time(merchant.live_access_ended_at, merchant.time_zone)}. Live keys answer <code>live_mode_not_enabled</code>. Ask them to give it back.</p></section>`
  const form: MemberForm = merchant.live_access ? { ...detailsForm, button: 'Save the details' } : detailsForm
  const why = merchant.live_access
    ? 'Keep these up to date: they say who takes the money.'
    : 'These details say who takes the money. When they are saved, live mode is on and you get your first live key.'
  return html`${about}<section aria-labelledby="who"><h2 id="who">Your business</h2><p>${why}</p>${renderForm(visit, path, form, { ...detailsIn(details ?? {}) })}</section>`
}

function bankName({ context }: MemberVisit): string {
  const processor = context.processorFor(true)
  if (!processor) return 'None'
  return processor.name === 'sandbox' ? 'The simulated bank (a rehearsal)' : processor.name
}

function serverNotes({ context }: MemberVisit): Markup {
  const processor = context.processorFor(true)
  const none =
    !processor &&
    html`<p class="note">This server has no bank for live mode. You may send your details and get a live key, but a live session cannot be created: it answers <code>account_configuration</code> until whoever runs the server sets <code>LIVE_PROCESSOR</code>.</p>`
  const rehearsal =
    processor?.name === 'sandbox' &&
    html`<p class="note">Live mode is a rehearsal on this server (<code>LIVE_PROCESSOR=sandbox</code>): it takes test cards only, and no real money moves.</p>`
  const trial =
    context.settings.embeddedDatabase &&
    html`<p class="note">This server keeps everything in the database that came along, which is for trial. Before real payments, whoever runs it should give it a database server (<code>DATABASE_URL</code>).</p>`
  return html`${none}${rehearsal}${trial}`
}
