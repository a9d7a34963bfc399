import { countries } from '../../../spec/lib/countries.ts'
import { descriptorRule, type LiveDetails } from '../../domain/accounts/live-details.ts'
import { giveLiveAccess } from '../../flows/accounts/give-live-access.ts'
import { html, type Markup } from '../../markup/html.ts'
import { findLiveDetails } from '../../store/accounts/live-details.ts'
import { connectionForms, connectionSections } from '../acquirers/connection-section.ts'
import { facts, section, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  secretShown,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type StoredValues,
} from '../shell/page.ts'
import { goingLive } from './going-live.ts'
import { withPassword } from '../shell/with-password.ts'

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
    hint: 'The registered name of the business.',
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
    hint: 'From the company register. If you have none, your tax number.',
  },
  contact_name: { label: 'Contact person', type: 'text', required: true, max: 100, autocomplete: 'name' },
  contact_email: { label: 'Email of the contact', type: 'email', required: true, max: 254, autocomplete: 'email' },
  statement_descriptor: {
    label: 'Name on bank statements',
    type: 'text',
    required: true,
    max: 22,
    hint: `The name that customers know you by. ${descriptorRule}`,
  },
}

const detailsForm = withPassword(
  {
    name: 'details',
    button: 'Save and turn live mode on',
    fields,
    replaces: async ({ context, scope }) => storedDetails(await findLiveDetails(context.db, scope.merchantId)),
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
      const note = `${secretShown} Keep it on your server. If you lose it, create another.`
      return {
        kind: 'done',
        notice: { message: 'Live mode is on.', secret: { label: 'Your live key', value: result.liveKey.secret, note } },
      }
    },
  },
  'Save the live details',
)

function storedDetails(details: LiveDetails | null): StoredValues {
  return { ...detailsIn(details ?? {}) }
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

/** Live access: whether live mode is on, its bank on this server, and the details that turn it on. */
export const livePage: DashboardPage = {
  path,
  needs: 'live',
  nav: 'Live access',
  show: async (visit) => page('Live access', await body(visit)),
  forms: [detailsForm, ...connectionForms],
}

async function body(visit: MemberVisit): Promise<Markup> {
  const { context, merchant, scope } = visit
  const details = await findLiveDetails(context.db, scope.merchantId)
  const state = facts([
    [
      'Live mode',
      merchant.live_access ? html`<strong>On</strong>` : merchant.live_access_ended_at ? 'Withdrawn' : 'Off',
    ],
    ['Bank of this server', bankName(visit)],
    ['Details sent', details && time(details.submitted_at, merchant.time_zone)],
  ])
  const about = section('state', 'On this server', html`${state}${serverNotes(visit)}`)
  if (merchant.live_access_ended_at)
    return html`
      ${about}
      <section class="problem">
        <p>
          The operator of this server withdrew live access on
          ${time(merchant.live_access_ended_at, merchant.time_zone)}. Calls with live keys fail with
          <code>live_mode_not_enabled</code>. Ask the operator to restore the access.
        </p>
      </section>
    `
  const form: MemberForm = merchant.live_access ? { ...detailsForm, button: 'Save the details' } : detailsForm
  const why = merchant.live_access
    ? 'Keep these details up to date: they identify the business that takes the payments.'
    : 'These details identify the business that takes the payments. Saving them turns live mode on and gives you ' +
      'your first live key.'
  const business = html`<p>${why}</p>${renderForm(visit, path, form, storedDetails(details))}`
  return html`
    ${about}
    ${await goingLive(visit)}
    ${section('who', 'Your business', business)}
    ${await connectionSections(visit, path)}
  `
}

function bankName({ context }: MemberVisit): string {
  const { acquirers, liveProcessor } = context
  const acquirer = acquirers.get(liveProcessor ?? '')
  if (acquirer) return acquirer.label
  return liveProcessor === 'sandbox' ? 'The simulated bank (a rehearsal)' : (liveProcessor ?? 'None')
}

function serverNotes({ context }: MemberVisit): Markup {
  const { acquirers, liveProcessor } = context
  const acquirer = acquirers.get(liveProcessor ?? '')
  const none =
    !liveProcessor &&
    html`
      <p class="note">
        This server has no bank for live mode. You can save your details and get a live key, but creating a live session
        fails with <code>account_configuration</code> until the operator of the server sets <code>LIVE_PROCESSOR</code>.
      </p>
    `
  const rehearsal =
    liveProcessor === 'sandbox' &&
    html`
      <p class="note">
        Live mode is a rehearsal on this server (<code>LIVE_PROCESSOR=sandbox</code>): it takes test cards only, and no
        real money moves.
      </p>
    `
  const testPlatform =
    acquirer &&
    acquirer.testSetting !== null &&
    html`
      <p class="note">
        Live mode uses ${acquirer.label}’s test platform on this server (<code>${acquirer.testSetting}</code>): it takes
        ${acquirer.label}’s test cards only, and no real money moves.
      </p>
    `
  const trial =
    context.settings.embeddedDatabase &&
    html`
      <p class="note">
        This server uses the embedded database, which is meant for trials. Before real payments, its operator should
        give it a database server (<code>DATABASE_URL</code>).
      </p>
    `
  return html`${none}${rehearsal}${testPlatform}${trial}`
}
