import type { Test } from 'tap'
import type { Answer } from '../support/service.ts'

/** Holds a reply against one code: its status, the whole error shape, and the field at fault. `param` null: none is named. */
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
  t.equal(error?.request_id, answer.headers.get('request-id'), 'the reply names its request')
  t.ok(error?.message && error.fix && error.doc_url.endsWith(`/docs/errors#${code}`), 'message, fix and doc_url')
}
