import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Program } from './makers.ts'

export type Comparison =
  | { readonly kind: 'same'; readonly files: number; readonly checksum: string }
  | { readonly kind: 'different'; readonly problems: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string }

const replyWithinMs = 300_000
const mostArchiveBytes = 300 * 1024 ** 2
const mostTextBytes = 1024 ** 2
const mostNamed = 20

/** Compares each file of a package with the one in its maker's archive, whose checksum the maker publishes. */
export async function compare(program: Program): Promise<Comparison> {
  if (program.folder === null) return { kind: 'unknown', reason: 'the package is not installed on this machine' }
  const published = await publishedChecksum(program)
  if ('reason' in published) return { kind: 'unknown', reason: published.reason }
  const archive = await fetched(program.archive, mostArchiveBytes)
  if ('reason' in archive) return { kind: 'unknown', reason: archive.reason }
  const actual = createHash(published.algorithm).update(archive.bytes).digest('hex')
  if (actual !== published.checksum)
    return {
      kind: 'different',
      problems: [
        `${program.archive} has the ${published.algorithm} ${actual}, but its publisher gives ${published.checksum}`,
      ],
    }
  const tar = program.unwrap(archive.bytes)
  if (tar === null)
    return { kind: 'unknown', reason: `${program.archive} does not contain what its publisher describes` }
  return compareFiles(program, program.folder, tar, `${published.algorithm} ${actual}`)
}

async function publishedChecksum(
  program: Program,
): Promise<{ algorithm: 'sha256' | 'sha1'; checksum: string } | { reason: string }> {
  let reason = ''
  for (const { url, algorithm, file } of program.checksums) {
    const text = await fetched(url, mostTextBytes)
    if ('reason' in text) {
      reason ||= text.reason
      continue
    }
    const line = text.bytes
      .toString('utf8')
      .split('\n')
      .map((it) => it.trim().split(/\s+/))
      .find(([, name = '']) => file === '' || name === file)
    const checksum = line?.[0]?.toLowerCase() ?? ''
    if (/^[0-9a-f]+$/.test(checksum)) return { algorithm, checksum }
    reason = `${url} has no checksum of ${file === '' ? 'the archive' : file}`
  }
  return { reason }
}

async function fetched(url: string, mostBytes: number): Promise<{ bytes: Buffer } | { reason: string }> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(replyWithinMs) })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { reason: `${url} answered ${response.status}` }
    }
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > mostBytes) return { reason: `${url} is larger than ${mostBytes} bytes` }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { reason: `could not reach ${url}: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
}

async function compareFiles(program: Program, folder: string, tar: Buffer, checksum: string): Promise<Comparison> {
  const unpacked = await mkdtemp(join(tmpdir(), 'servicepay-supply-'))
  try {
    const failure = await unpack(tar, unpacked)
    if (failure !== null) return { kind: 'unknown', reason: `tar cannot read ${program.archive}: ${failure}` }
    const part = join(folder, program.part)
    const problems: string[] = []
    const { names, others } = await filesIn(part)
    for (const name of others) problems.push(`${join(part, name)} is neither a file nor a folder`)
    for (const name of names.filter((it) => !program.added.includes(it))) {
      const theirs = await readFile(join(unpacked, program.inside, name)).catch(() => null)
      if (theirs === null) problems.push(`${join(part, name)} is not in the archive of its publisher`)
      else if (!theirs.equals(await readFile(join(part, name))))
        problems.push(`${join(part, name)} differs from its publisher's`)
    }
    if (names.length === 0) problems.push(`${part} has no files`)
    if (problems.length > mostNamed) problems.splice(mostNamed, Infinity, `and ${problems.length - mostNamed} more`)
    return problems.length > 0 ? { kind: 'different', problems } : { kind: 'same', files: names.length, checksum }
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

/** Links to files count as these files. `others`: what cannot be compared, such as a link to another folder. */
async function filesIn(folder: string): Promise<{ names: string[]; others: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  const isFile = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (file) => file.isFile(),
        () => false,
      ),
    ),
  )
  const named = (wanted: boolean): string[] =>
    paths.filter((_, index) => isFile[index] === wanted).map((path) => relative(folder, path))
  return { names: named(true), others: named(false) }
}

/** The system's own tar finds out the compression. Node cannot read xz. */
function unpack(tar: Buffer, folder: string): Promise<string | null> {
  const isXz = tar.subarray(0, 6).equals(Buffer.from('fd377a585a00', 'hex'))
  const child = spawn('tar', [isXz ? '-xJf' : '-xzf', '-', '-C', folder, '--no-same-owner'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-500)))
  child.stdin.on('error', () => {}).end(tar)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : errors.trim() || `exit code ${code}`))
  })
}
