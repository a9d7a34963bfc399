import { errorCatalogue, secondStatuses, statusesOf, type ErrorCode } from '../../../../generated/errors.ts'
import { operations, type OperationErrorCode, type OperationId } from '../../../../generated/operations.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext, DocsPage } from '../page.ts'
import { allOperations, errorExample, jsonText, type RoutedOperation } from './contract.ts'
import { fenced } from './operation-section.ts'
import { operationLink } from './resources.ts'

/** The `doc_url` of every error points to its code on this page. */
export const errorsPage: DocsPage = {
  path: 'errors',
  title: 'Errors',
  summary: 'Each error code: what it means, why it happens and what to do.',
  section: 'Reference',
  markdown: (context) => [introduction, summaryTable(), ...codes.map((code) => section(code, context))].join('\n\n'),
}

const codes = Object.keys(errorCatalogue).filter(isErrorCode)

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errorCatalogue, name)
}

const introduction = `Every error reply has one object, \`error\`:

- \`code\` is stable: your program can rely on it.
- \`message\` says what is wrong, and \`fix\` what to do. They are for people, and we may reword them.
- \`param\` names the field at fault, as a path such as \`customer.email\`, when there is one.
- \`request_id\` names the request. \`/dashboard/requests/<request_id>\` shows it with its reply, in test mode with both
  bodies and what followed. Quote it when you ask for help.
- \`doc_url\` leads to the code on this page.

A refused card is not an API error: the session shows the reason in [\`failure_code\`](/docs/failure-codes).`

function summaryTable(): string {
  const rows = codes.map((code) => [
    statusesOf(code).join(' or '),
    `[\`${code}\`](#${code})`,
    errorCatalogue[code].message,
  ])
  return `## All codes {#codes}\n\n${table(['Status', 'Code', 'Message'], rows)}`
}

function section(code: ErrorCode, { baseUrl }: DocsContext): string {
  const { message, cause, fix } = errorCatalogue[code]
  const callers = allOperations.filter(({ id }) => mayAnswer(id, code))
  return [
    `## \`${code}\` {#${code}}`,
    message,
    `- **HTTP status:** ${String(errorCatalogue[code].status)}\n- **Cause:** ${cause}\n- **What to do:** ${fix}`,
    ...second(code),
    ...example(code, baseUrl),
    callersText(callers),
  ].join('\n\n')
}

function second(code: ErrorCode): string[] {
  if (!(code in secondStatuses)) return []
  const { status, message, cause, fix } = secondStatuses[code as keyof typeof secondStatuses]
  return [`Or: ${message}`, `- **HTTP status:** ${status}\n- **Cause:** ${cause}\n- **What to do:** ${fix}`]
}

function callersText(callers: readonly RoutedOperation[]): string {
  if (callers.length === allOperations.length) return 'Every call may return it.'
  if (callers.length === 0) return 'No API call returns it.'
  return `Answered by: ${callers.map((operation) => `[${operation.summary}](${operationLink(operation)})`).join(', ')}.`
}

function mayAnswer<Id extends OperationId>(id: Id, code: ErrorCode): boolean {
  const answers: readonly OperationErrorCode<Id>[] = operations[id].errors
  return answers.some((known) => known === code)
}

function example(code: ErrorCode, baseUrl: string): string[] {
  const value = errorExample(code)
  return value === undefined ? [] : [fenced('json', jsonText(value, baseUrl))]
}
