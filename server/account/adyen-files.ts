import { open } from 'node:fs/promises'
import { adyenFieldNames, adyenProblems } from '../domain/adyen-access.ts'
import type { AdyenFields } from '../domain/adyen-access.ts'
import { adyenOptions } from './arguments.ts'
import type { AdyenOptions } from './arguments.ts'

/** More than any secret may have, so that a wrong file is reported as too long and never read whole. */
const maxBytes = 4_096

type ReadFields =
  { readonly kind: 'fields'; readonly fields: AdyenFields } | { readonly kind: 'wrong'; readonly message: string }

/** Reads the files that the options name, and checks every value. The messages never quote a secret. */
export async function readAdyenFields(options: AdyenOptions, stdin: AsyncIterable<Uint8Array>): Promise<ReadFields> {
  const values: Partial<Record<keyof AdyenFields, string | null>> = {}
  const problems: string[] = []
  for (const name of adyenFieldNames) {
    const given = options[name]
    const { option, isFile } = adyenOptions[name]
    const read = given === null || !isFile ? { text: given } : await readSecret(given, stdin)
    if ('problem' in read) problems.push(`--${option}: ${read.problem}`)
    else values[name] = read.text
  }
  const fields: AdyenFields = {
    merchantAccount: values.merchantAccount ?? null,
    apiKey: values.apiKey ?? null,
    hmacKey: values.hmacKey ?? null,
    notificationUser: values.notificationUser ?? null,
    notificationPassword: values.notificationPassword ?? null,
    livePrefix: values.livePrefix ?? null,
  }
  const wrong = adyenProblems(fields)
  for (const name of adyenFieldNames)
    if (wrong[name] !== undefined) problems.push(`--${adyenOptions[name].option}: ${wrong[name]}`)
  return problems.length > 0 ? { kind: 'wrong', message: problems.join('\n') } : { kind: 'fields', fields }
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
