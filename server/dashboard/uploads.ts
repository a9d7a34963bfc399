import type { Request } from '@hapi/hapi'
import { openFormToken } from '../domain/accounts/form-token.ts'
import { FairQueue } from '../domain/queues/fair-queue.ts'
import { oncePerForm } from '../flows/accounts/form-results.ts'
import type { DashboardEdge } from './shell/edge.ts'
import { tokenField } from './shell/forms.ts'
import { problem, type MemberVisit, type Outcome, type Problem, type Upload } from './shell/page.ts'
import { tooBusy } from './shell/request-limits.ts'
import { withDone, type FormAnswer, type Holder } from './shell/requests.ts'

/** A form has its token beside the file, and the borders between the parts. */
const bytesAroundFile = 10_000

/** Files are in memory while they are imported, so only these are read at once. */
const queue = new FairQueue({ slots: 2, ownSlots: 1, waiting: 20, ownWaiting: 1, waitMs: 5_000 })
const busySeconds = 10

/** Reads a sent file and hands it to the page once, however often the browser sends the form. */
export async function takeUpload(
  edge: DashboardEdge,
  request: Request,
  { holder, upload, pageAddress }: { holder: Holder; upload: Upload; pageAddress: string },
  visitWith: (formId: string) => MemberVisit,
): Promise<FormAnswer> {
  const taken = await queue.run(holder.merchantId, async (): Promise<FormAnswer> => {
    const form = await readForm(request, upload)
    if ('kind' in form) return { kind: 'problem', problem: form }
    const { context } = edge
    const token = form.fields.get(tokenField)
    const id = openFormToken(context.keyring, holder.login, typeof token === 'string' ? token : '', context.clock.now())
    if (id === null)
      return { kind: 'problem', problem: problem(403, { link: { href: pageAddress, text: 'Open the page again' } }) }
    const file = form.fields.get(upload.field)
    if (file === null || typeof file === 'string' || file.size === 0)
      return again(upload, { form: 'Choose a file that is not empty.' })
    const key = { ...holder, id }
    const done = await oncePerForm<Exclude<Outcome, { kind: 'done' }>>(context, key, async () => {
      const outcome = await upload.submit(
        visitWith(id),
        { name: file.name, bytes: file.stream() },
        textsOf(form.fields),
      )
      if (outcome.kind !== 'done') return { undone: outcome }
      return { result: { location: withDone(outcome.to ?? pageAddress, id), notice: outcome.notice } }
    })
    if (done === null)
      return { kind: 'problem', problem: problem(409, { link: { href: pageAddress, text: 'Check the page' } }) }
    if ('location' in done) return { kind: 'done', location: done.location, key }
    return done.undone.kind === 'invalid'
      ? again(upload, done.undone.errors)
      : { kind: 'problem', problem: done.undone }
  })
  return taken ?? { kind: 'problem', problem: tooBusy(busySeconds) }
}

function textsOf(fields: FormData): ReadonlyMap<string, string> {
  const texts = [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  return new Map(texts)
}

function again({ name }: Upload, errors: Readonly<Record<string, string>>): FormAnswer {
  return { kind: 'again', sent: { name, values: {}, errors } }
}

async function readForm(request: Request, upload: Upload): Promise<{ readonly fields: FormData } | Problem> {
  const type = request.raw.req.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    return problem(400, { message: 'A file must be sent as multipart/form-data. Nothing was changed.' })
  const body = await readBody(request, upload)
  if ('kind' in body) return body
  try {
    return { fields: await new Response(body.bytes, { headers: { 'Content-Type': type } }).formData() }
  } catch {
    return problem(400, { message: 'The form was cut off or damaged. Nothing was changed.' })
  }
}

/** The body of a member's request, within the limits on size and time. */
async function readBody(
  { raw: { req } }: Request,
  { maxBytes, maxMs }: Upload,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | Problem> {
  const most = maxBytes + bytesAroundFile
  const tooLarge = problem(400, {
    title: 'The file is too large',
    message: `A file can have at most ${maxBytes / 1_000_000} MB. Nothing was changed.`,
  })
  if (Number(req.headers['content-length'] ?? 0) > most) return tooLarge
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => req.destroy(new Error('The file took too long')), maxMs)
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > most) return tooLarge
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)) }
}
