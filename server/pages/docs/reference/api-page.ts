import { ownKeyAdvice } from '../../../domain/accounts/sign-up.ts'
import { keyKinds } from '../../../domain/accounts/key-access.ts'
import { maxNetworks } from '../../../engines/networks/networks.ts'
import { publicDemoCap, publicDemoOperations } from '../../../domain/accounts/public-demo.ts'
import { retentionHours } from '../../../idempotency/retention.ts'
import type { DocsContext, DocsPage } from '../page.ts'
import { curlExample } from './call-examples.ts'
import { allOperations, contract } from './contract.ts'
import { fenced } from './operation-section.ts'
import { operationLink, resources } from './resources.ts'

export const apiPage: DocsPage = {
  path: 'api',
  title: 'API',
  summary: 'What applies to every call: address, keys, requests, replies, pages, limits and versions.',
  section: 'Reference',
  markdown: (context) =>
    [base(context), keys(context), requests, replies, retries, pages, limits, versions, listOfResources()].join('\n\n'),
}

function base({ baseUrl }: DocsContext): string {
  return `## Address {#address}

All calls go to \`${baseUrl}\`, and their paths begin with \`/v1\`. Bodies and replies are JSON in UTF-8.
The whole contract is an OpenAPI 3.1 document, [as JSON](/openapi.json) and [as YAML](/openapi.yaml).
Some generators make an unusable type of a value that is one of a list or any other text. For them there is the same
document [with plain enums](/openapi-plain.json); what they generate refuses values that we add later.
Postman imports [a collection](/postman.json) with every call and its example, and Bruno opens the folder in
[this archive](/bruno.tgz). [A document of Arazzo 1.0](/arazzo.json) pays, verifies and refunds step by step.`
}

function keys(context: DocsContext): string {
  const { demoKey, signUp } = context
  const isOpen = signUp === 'open'
  const signUpHere = 'A test key of your own is free: [sign up](/docs/api/sandbox#signUpForSandbox).'
  const ownKey = isOpen ? signUpHere : ownKeyAdvice(signUp)
  const retrieve = allOperations.find(({ id }) => id === 'retrieveCheckoutSession')
  return `## Keys {#keys}

${retrieve ? fenced('sh', curlExample(retrieve, context)) : ''}

- ${contract.components.securitySchemes['SecretKey']?.description ?? ''}
  Test keys see only test data, live keys only live data.
- ${contract.components.securitySchemes['ClientSecret']?.description ?? ''}
- ${ownKey}
- How to replace a key, and what to do when it has leaked: [keys](/docs/going-live#keys).

${restricted}

${demoKey === null ? '' : demo(demoKey)}`
}

const restricted = `### Restricted keys {#restricted-keys}

A key that you create in the dashboard may do everything, or only a part: ${Object.values(keyKinds)
  .flatMap(({ label, permissions }) =>
    permissions ? [`**${label}** (${permissions.map((each) => `\`${each}\``).join(', ')})`] : [],
  )
  .join('; ')}.
It can have a last day, and at most ${maxNetworks} networks from which it works.
Give each program the least that it needs: an accounting tool only reads, and a till only creates payment links.
A call that a key may not make gives 403 [\`webhooks_not_available\`](/docs/errors#webhooks_not_available), and the
message names the missing permission. After its last day a key gives 401
[\`invalid_api_key\`](/docs/errors#invalid_api_key).`

function demo(demoKey: string): string {
  const allowed = allOperations
    .filter(({ id }) => publicDemoOperations.has(id))
    .map((operation) => `[${operation.summary}](${operationLink(operation)})`)
  return `### The public demo key {#demo-key}

\`${demoKey}\` works for everyone, up to ${publicDemoCap} units of a currency (pounds, euros, dollars).
It may do this: ${allowed.join(', ')}.
Everything else gives [\`webhooks_not_available\`](/docs/errors#webhooks_not_available).
Anyone who knows the id of an object that you create with it can see that object.`
}

const requests = `## Requests {#requests}

- Send \`Content-Type: application/json\` with a body.
- Null counts as absent in every optional field, except in the \`amount\` of a refund: JavaScript writes \`NaN\` as
  null. An empty object is \`{}\`, and not \`[]\` as PHP writes an empty array.
- An unknown field, or a value of another type, gives [\`parameter_invalid\`](/docs/errors#parameter_invalid):
  the service must not ignore a typo where money moves.
- Amounts are whole numbers in the [smallest unit](/docs/sessions#amounts) of the currency: 2500 is £25.00, and ¥2,500.
- Times are RFC 3339 in UTC, such as \`2026-11-21T10:15:30.000Z\`.`

const replies = `## Replies {#replies}

- Status 200 with the object, or the status of [an error](/docs/errors) with \`error\`.
- Every reply has a \`Request-Id\` header. Keep it in your logs, and quote it when you ask for help.
- We may add fields and values. Your program must ignore those that it does not know.`

const retries = `## Safe retries {#idempotency}

Calls that create something take an \`Idempotency-Key\`. For ${retentionHours} hours the same key with the same body
returns the first reply, with \`Idempotent-Replayed: true\`. With another body it gives
[\`idempotency_conflict\`](/docs/errors#idempotency_conflict). The SDK adds a key to each call.
More: [safe retries](/docs/idempotency).`

const pages = `## Pages {#pages}

Lists are newest first and have at most \`limit\` objects. If \`has_more\` is true, repeat the call with
\`starting_after\` set to the id of the last object. The list of sessions has no \`has_more\`: a page with fewer
sessions than \`limit\` is the last one. A cursor that is not in the list is
[\`parameter_invalid\`](/docs/errors#parameter_invalid). You can also follow
[events](/docs/api/events#listEvents), with \`ending_before\` and \`wait\`.`

const limits = `## Limits {#limits}

Every rate, size and lifetime, and how long data is kept: [limits](/docs/limits).`

const versions = `## Versions {#versions}

This is version 1: every path begins with \`/v1\`. What may change, and what stays: [versions](/docs/versions).
What was added or changed: [changes](/docs/changes).`

function listOfResources(): string {
  const links = resources.map(({ slug, title, summary }) => `- [${title}](/docs/api/${slug}): ${summary}`)
  return `## Reference {#reference}\n\n${links.join('\n')}`
}
