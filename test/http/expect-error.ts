import type { Test } from 'tap'
import type { Answer } from '../support/service.ts'

/** Checks the code, the status and the whole shape of an error reply. `param` null: the error must not name a field. */
export function expectError(
  t: Test,
  answer: Answer,
  status: number,
  code: string,
  param?: string | null,
  about = '',
): void {
  const { error } = answer.body
  const said = {
    status: answer.status,
    code: error?.code,
    ...(param === undefined ? {} : { param: error?.param ?? null }),
  }
  t.same(
    said,
    { status, code, ...(param === undefined ? {} : { param }) },
    `${code}${about === '' ? '' : `: ${about.slice(0, 120)}`}`,
  )
  t.equal(error?.request_id, answer.headers.get('request-id'), 'the body and the header have the same request id')
  t.ok(error?.message && error.fix && error.doc_url.endsWith(`/docs/errors#${code}`), 'message, fix and doc_url')
}
