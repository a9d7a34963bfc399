import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { docsContext } from '../docs-context.ts'
import type {
  AppearanceVariables,
  CheckoutErrorCode,
  LoadFailure,
  CheckoutEvents,
  CheckoutOptions,
} from '../../../spec/lib/form-api.ts'
import * as sdk from '../../../sdk/src/index.ts'
import { helpText } from '../../../server/commands/account/arguments.ts'
import { variables } from '../../../server/config/config.ts'
import { changesByReader } from '../../../server/pages/docs/guides/changes-by-reader.ts'
import { allPages } from '../../../server/pages/docs/all-pages.ts'
import { acquirers } from '../../../server/processors/acquirers.ts'
import { newSigningSecret, signatureHeader, standardHeaders } from '../../../server/webhooks/signing.ts'
import { operationsOf, resolve } from '../../../spec/generate/document.ts'
import { contractDocument } from '../../support/contract-document.ts'
import { root } from '../../structure/source-files.ts'

function guide(path: string): string {
  const page = allPages.find((page) => page.path === path)
  return page?.markdown(docsContext('https://pay.example', 'sk_test_public_demo')) ?? ''
}

/** A guide as one line, because the formatter may change its line ends and the widths of its tables. */
function oneLine(path: string): string {
  return guide(path).replaceAll(/\s+/g, ' ')
}

/** The heading and the text up to the next heading. */
function section(path: string, heading: string): string {
  return (
    guide(path)
      .split(/^##+ /m)
      .find((text) => text.startsWith(`${heading}\n`)) ?? ''
  )
}

/** The cells of the tables in a text, without headings and separator lines. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n')
  const rows = lines.filter(
    (line, index) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line) && !/^\|[\s:|-]+$/.test(lines[index + 1] ?? ''),
  )
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The names in code style in the first column of a section's table. */
function namesIn(path: string, heading: string): string[] {
  return rowsOf(section(path, heading))
    .flatMap(([first = '']) => [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    .sort()
}

function source(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8')
}

t.test('the page for operators lists every variable of the service', async (t) => {
  t.ok(variables.length > 20, 'the test finds the variables')
  t.same(
    namesIn('running', 'Variables').filter((name) => /^[A-Z_]+$/.test(name)),
    variables.map(({ name }) => name).sort(),
  )
})

t.test('every option of the operator’s command is documented', async (t) => {
  const options = [...new Set([...helpText.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name))]
  t.ok(options.length > 7, 'the test finds them')
  const ofAcquirers = acquirers.map(({ guide }) => section(guide.replace('/docs/', ''), 'Connect an account'))
  const documented = section('running', 'Accounts') + ofAcquirers.join()
  t.same(
    options.filter((name) => !documented.includes(`\`${name}\``)),
    [],
  )
})

t.test('the example for testing a signature check has a valid signature', async (t) => {
  const values = new Map(
    rowsOf(section('webhooks', 'Verifying')).map(
      (row) => row.map((cell) => cell.replaceAll('`', '')) as [string, string],
    ),
  )
  const at = new Date(Number(values.get('webhook-timestamp')) * 1000)
  const [secret, body] = [values.get('Secret') ?? '', values.get('Raw body') ?? '']
  t.equal(signatureHeader(secret, at, body), values.get('Service-Signature'))
  const standard = standardHeaders([secret], at, values.get('webhook-id') ?? '', body)
  t.same(
    Object.entries(standard),
    Object.keys(standard).map((name) => [name, values.get(name)]),
  )
})

t.test('the page of changes has what an integration sees before the rest, and every entry once', async (t) => {
  const text = changesByReader(
    [
      ...[
        '## Unreleased',
        '## 1.1.0',
        '### Added',
        '- One.\n- **Contract** Two\n  lines.',
        '### Fixed',
        '- **Contract** Three.',
      ],
      ...['## 1.0.0', 'First.'],
    ].join('\n\n'),
  )
  t.same(
    text.split('\n').filter((line) => line !== ''),
    [
      '## 1.1.0',
      '### What an integration sees',
      ...['**Added**', '- Two', '  lines.', '**Fixed**', '- Three.'],
      '### Inside the service',
      ...['**Added**', '- One.'],
      '## 1.0.0',
      'First.',
    ],
  )
})

t.test('every option, event and error of the form is documented', async (t) => {
  const options: Record<keyof CheckoutOptions, true> = {
    clientSecret: true,
    redirect: true,
    locale: true,
    appearance: true,
  }
  t.same(
    namesIn('embedded-form', 'Options').filter((name) => /^[a-zA-Z]+$/.test(name)),
    [...Object.keys(options), 'true'].sort().filter((name) => name !== 'true'),
  )
  const events: Record<keyof CheckoutEvents, true> = {
    ready: true,
    processing: true,
    open: true,
    complete: true,
    failed: true,
    error: true,
  }
  t.same(namesIn('embedded-form', 'Events'), Object.keys(events).sort())
  const errors: Record<CheckoutErrorCode, true> = {
    invalid_client_secret: true,
    session_not_payable: true,
    already_paid: true,
    insecure_context: true,
    load_failed: true,
  }
  t.same(namesIn('embedded-form', 'Errors'), Object.keys(errors).sort())
  const reasons: Record<LoadFailure, true> = {
    'frame-src': true,
    no_origin: true,
    sandbox: true,
    old_browser: true,
    no_answer: true,
  }
  t.same(namesIn('embedded-form', 'When the form does not load'), Object.keys(reasons).sort())
  const appearance: Record<keyof AppearanceVariables | 'theme' | 'layout', true> = {
    theme: true,
    layout: true,
    colorAccent: true,
    colorBackground: true,
    colorText: true,
    borderRadius: true,
  }
  t.same(namesIn('embedded-form', 'Appearance'), Object.keys(appearance).sort())
})

t.test('every test helper and every class of error is documented', async (t) => {
  const helpers = operationsOf(contractDocument).flatMap(({ operation }) => {
    const [, helper] = /^testHelpers\.(.+)$/.exec(operation['x-sdk'] ?? '') ?? []
    return helper ?? []
  })
  t.same(
    namesIn('test-cards', 'All test helpers').map((name) => name.replace(/\(.*/, '')),
    helpers.sort(),
  )
  const classes = Object.entries(sdk)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof sdk.ServicePayError)
    .map(([name]) => name)
  t.same(namesIn('sdk', 'Errors'), classes.sort())
})

t.test('the page quotes the SDK’s messages about a delivery that does not verify', async (t) => {
  const rows = rowsOf(section('webhooks', 'When it does not verify'))
  const told = Object.fromEntries(
    rows.flatMap(([codes = '', message = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, message]),
    ),
  )
  const codes = [...source('sdk/src/errors.ts').matchAll(/'(signature_\w+)'/g)].map(([, code]) => code)
  t.same(Object.keys(told).sort(), codes.sort())
  const at = new Date('2026-11-21T12:00:00.000Z')
  const secret = newSigningSecret()
  const body = '{"id":"evt_1","livemode":false}'
  const header = signatureHeader(secret, at, body)
  const live = new sdk.ServicePay('sk_live_1', { baseUrl: 'https://pay.example' }).webhooks
  const mistakes: Record<string, () => Promise<unknown>> = {
    signature_header_missing: () => sdk.webhooks.constructEvent(body, undefined, secret),
    signature_header_malformed: () => sdk.webhooks.constructEvent(body, 'v1=1', secret),
    signature_body_parsed: () => sdk.webhooks.constructEvent({} as string, header, secret),
    signature_body_changed: () => sdk.webhooks.constructEvent(`${body}\n`, header, secret, { now: at }),
    signature_secret_invalid: () => sdk.webhooks.constructEvent(body, header, 'sk_test_1'),
    signature_other_mode: () => live.constructEvent(body, header, newSigningSecret(), { now: at }),
    signature_mismatch: () => sdk.webhooks.constructEvent(body, header, newSigningSecret(), { now: at }),
    signature_too_old: () =>
      sdk.webhooks.constructEvent(body, header, secret, { now: new Date(at.getTime() + 400_000) }),
  }
  for (const [code, make] of Object.entries(mistakes)) {
    const error = await make().then(
      () => null,
      (error: unknown) => error as sdk.ServicePayError,
    )
    const message = told[code] ?? ''
    t.equal(error?.code, code)
    t.ok(
      message.endsWith('…') ? error?.message.startsWith(message.slice(0, -1)) : error?.message === message,
      `${code}: ${error?.message}`,
    )
  }
})

/** Numbers in the text of pages, and the statements that define them in the program. */
const numbers: readonly [page: string, text: string, file: string, statement: string][] = [
  ['webhooks', 'within 15 seconds', 'server/webhooks/deliver.ts', 'replyWindowMs = 15_000'],
  ['webhooks', 'at most 50 deliveries', 'server/flows/webhooks/delivery-slots.ts', 'defaultMaxCap = 50'],
  ['running', '500 of each mode', 'server/flows/webhooks/delivery-slots.ts', 'maxInFlight = 500'],
  ['webhooks', '300 seconds or more', 'sdk/src/webhooks/verify-webhooks.ts', 'defaultToleranceSeconds = 300'],
  [
    'embedded-form',
    'About 1.5 seconds later',
    'form/frame/screens/final-screens.ts',
    'redirectPauseMilliseconds = 1_500',
  ],
  ['hosted-checkout', 'About 1.5 seconds after', 'form/hosted-checkout.ts', 'redirectPauseMilliseconds = 1500'],
  ['embedded-form', 'tries three times', 'sdk/src/browser.ts', 'tries = 3'],
  ['embedded-form', '260 pixels', 'form/servicepay.ts', 'min-width:260px'],
  ['limits', '256 KB of JSON', 'server/http/requests/collect-body.ts', 'maxBodyBytes = 256 * 1024'],
  [
    'sandbox',
    'accepts GBP, EUR and USD',
    'server/flows/accounts/create-account.ts',
    "firstCurrencies = ['GBP', 'EUR', 'USD']",
  ],
  ['sandbox', '20 an hour for each client address', 'server/config/config.ts', "'SIGNUP_LIMIT_PER_HOUR', 20"],
  ['limits', 'at most 500 fields and list items', 'server/http/requests/strict-json.ts', 'maxValues = 500'],
  ['limits', '| 15 seconds |', 'server/webhooks/deliver.ts', 'replyWindowMs = 15_000'],
  ['limits', '50 at a time; fewer', 'server/flows/webhooks/delivery-slots.ts', 'defaultMaxCap = 50'],
  [
    'limits',
    '30 at once, then one every 20 seconds',
    'server/flows/webhooks/endpoint-limits.ts',
    '{ capacity: 30, perSeconds: 600 }',
  ],
  [
    'limits',
    '50 at once, then 5 a second',
    'server/http/limits/stranger-limits.ts',
    '{ capacity: Math.ceil(rate / 2), perSeconds: 10 }',
  ],
  ['sessions', '`processing` for 15 minutes', 'server/config/config.ts', "'BANK_CHECK_DEADLINE_SECONDS', 900"],
  [
    'payment-links',
    'between 10 minutes and 1 year',
    'server/domain/links/payment-link-state.ts',
    'minLinkLifeMs = 10 * 60_000',
  ],
  [
    'running',
    'exits within 15 seconds (`STOP_SECONDS`)',
    'server/config/balancer.ts',
    "wholeNumber('STOP_SECONDS', 15",
  ],
  ['running', 'newest hundred accounts', 'server/flows/accounts/manage-account.ts', 'listed = 100'],
  ['sdk', '| `timeout` | `30000` |', 'sdk/src/options.ts', 'timeout: 30_000'],
  ['sdk', '| `maxRetries` | `2` |', 'sdk/src/options.ts', 'maxRetries: 2'],
  ['sdk', '| `baseUrl` | `http://localhost:3000` |', 'sdk/src/options.ts', "defaultBaseUrl = 'http://localhost:3000'"],
  ['sdk', 'up to 60 seconds', 'sdk/src/retries.ts', 'longestRetryAfterSeconds = 60'],
  ['sdk', 'about half a second', 'sdk/src/retries.ts', 'firstPauseMilliseconds = 500'],
  ['demo-shop', '| `DEMO_PORT` | `4242` |', 'sdk/examples/demo-shop/main.ts', "variable('DEMO_PORT') ?? '4242'"],
]

t.test('the numbers in the pages are those of the program', async (t) => {
  for (const [page, text, file, statement] of numbers) {
    t.ok(oneLine(page).includes(text), `${page}: ${text}`)
    t.ok(source(file).includes(statement), `${file}: ${statement}`)
  }
})

t.test('the limits in the pages are those of the contract', async (t) => {
  const { expires_in: lifetime } = contractDocument.components.schemas['CheckoutSessionCreateParams']?.properties ?? {}
  // The other alternative is null, which counts as absent.
  const [given] = lifetime?.anyOf ?? []
  t.match(given && resolve(contractDocument, given), { minimum: 300, maximum: 86_400, default: 1_800 })
  t.match(oneLine('sessions'), '300 to 86,400 seconds, 1,800 by default')
  t.match(oneLine('limits'), '| `expires_in` | 300 to 86,400; default `1800` |')
  const parameters = JSON.stringify(contractDocument.paths['/v1/events'])
  t.match(parameters, /"name":"wait"[^]*?"maximum":25/)
  t.match(oneLine('webhooks'), '`wait`, 0 to 25 seconds')
})

t.test('every variable of the demo shop is documented', async (t) => {
  const variables = [...source('sdk/examples/demo-shop/main.ts').matchAll(/variable\('([A-Z_]+)'\)/g)].map(
    ([, name]) => name,
  )
  t.same(namesIn('demo-shop', 'Settings'), variables.sort())
})

t.test('every file and function of the examples that a page names exists', async (t) => {
  const rows = rowsOf(section('demo-shop', 'Read it, copy it'))
  const places = rows.map(([, place = '']) => [...place.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  t.ok(places.length > 10, 'the test finds them')
  for (const [file = '', name] of places) {
    const path = file.startsWith('sdk/') ? file : `sdk/examples/demo-shop/${file}`
    t.ok(existsSync(`${root}/${path}`), path)
    if (name !== undefined) t.match(source(path), new RegExp(`\\b${name}\\(`), `${path}: ${name}`)
  }
})

t.test('every option in the help of the command line is documented', async (t) => {
  const help = source('sdk/src/cli/help.ts')
  const options = [...new Set([...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name))]
  t.ok(options.length > 12, 'the test finds them')
  t.same(
    options.filter((name) => !new RegExp(`\\| \`${name}[ \`]`).test(guide('command-line'))),
    [],
  )
})
