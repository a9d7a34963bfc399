import { open } from 'node:fs/promises'
import { optionOf, problemsOfValues, type CredentialValues } from '../../domain/acquirers/credentials.ts'
import type { AcquirerDeclaration } from '../../processors/acquirer.ts'

/** More than any secret may have, so that a wrong file is reported as too long and never read whole. */
const maxBytes = 4_096

type ReadValues =
  { readonly kind: 'values'; readonly values: CredentialValues } | { readonly kind: 'wrong'; readonly message: string }

/**
 * The values of the options for one acquirer. Reads the files that hold secrets, and checks every value. The messages
 * never quote a secret. `given`: what the options say, by the names of the fields.
 */
export async function readCredentials(
  { name: processor, fields }: Pick<AcquirerDeclaration, 'name' | 'fields'>,
  given: CredentialValues,
  stdin: AsyncIterable<Uint8Array>,
): Promise<ReadValues> {
  const values: Record<string, string | null> = {}
  const problems: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    const text = given[name] ?? null
    const read = text === null || !field.isSecret ? { text } : await readSecret(text, stdin)
    if ('problem' in read) problems.push(`--${optionOf(processor, name, field)}: ${read.problem}`)
    else values[name] = read.text
  }
  const wrong = problemsOfValues(fields, values)
  for (const [name, field] of Object.entries(fields))
    if (wrong[name] !== undefined) problems.push(`--${optionOf(processor, name, field)}: ${wrong[name]}`)
  return problems.length > 0 ? { kind: 'wrong', message: problems.join('\n') } : { kind: 'values', values }
}

type Secret = { readonly text: string | null } | { readonly problem: string }

async function readSecret(path: string, stdin: AsyncIterable<Uint8Array>): Promise<Secret> {
  const bytes = path === '-' ? await startOf(stdin) : await startOfFile(path)
  if ('problem' in bytes) return bytes
  const text = bytes.bytes.toString('utf8').replace(/\r?\n$/, '')
  const where = path === '-' ? 'standard input' : `the file ${path}`
  return text === '' ? { problem: `${where} is empty.` } : { text }
}

type Start = { readonly bytes: Buffer } | { readonly problem: string }

async function startOfFile(path: string): Promise<Start> {
  try {
    const file = await open(path)
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes)
      return { bytes: buffer.subarray(0, bytesRead) }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { problem: `${reasons[code] ?? `cannot read the file (${code})`}: ${path}.` }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder and not a file',
  EACCES: 'you may not read the file',
}

async function startOf(stream: AsyncIterable<Uint8Array>): Promise<Start> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= maxBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes) }
}
