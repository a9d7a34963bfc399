// @ts-check
// Plain JavaScript, because the start of a built program loads it before anything else. For TypeScript, Node would
// first load a compiler of 23 MB.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * What the service builds from its sources, kept for later starts. It is beside the installed packages, so that who may
 * change it may change the service anyway, and so that `npm ci` deletes it.
 */
const folder = join(root, 'node_modules/.cache/servicepay')

/** Each change of a source leaves a file behind. */
const unusedMs = 24 * 3_600_000

/**
 * The file for what `name` is when it is built from these files and folders. Its name changes with their content, with
 * their place, and with the versions of Node and of the packages.
 *
 * @param {string} name
 * @param {readonly string[]} sources relative to the project
 * @returns {string}
 */
export function keptFile(name, sources) {
  const hash = createHash('sha256').update(`${process.version} ${root}`)
  // npm writes down in this file what it has installed.
  for (const source of ['node_modules/.package-lock.json', ...sources].flatMap(filesOf))
    hash
      .update(source)
      .update('\0')
      .update(readFileSync(join(root, source)))
      .update('\0')
  const [, stem, extension = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? []
  return join(folder, `${stem}.${hash.digest('hex').slice(0, 32)}${extension}`)
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return entry ? [path] : []
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`)
    .sort()
    .flatMap((name) => filesOf(name))
}

/**
 * The content of a kept file. Null: there is none, or it is damaged.
 *
 * @param {string} file
 * @returns {Buffer | null}
 */
export function readKept(file) {
  try {
    const bytes = readFileSync(file)
    const end = bytes.indexOf('\n') + 1
    const content = bytes.subarray(end)
    if (bytes.toString('latin1', 0, end) !== firstLine(content)) return null
    markUsed(file)
    return content
  } catch {
    return null
  }
}

/**
 * Keeps the content in a file for the next start. False: the service may not write there.
 *
 * @param {string} file
 * @param {string} content
 * @returns {boolean}
 */
export function keep(file, content) {
  // Processes that build the same at once each write a file of their own, and the last one wins.
  const unfinished = `${file}.${process.pid}.new`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(unfinished, firstLine(content) + content)
    renameSync(unfinished, file)
    removeUnused(dirname(file))
    return true
  } catch {
    // A full disk leaves a part of the file.
    if (existsSync(unfinished)) rmSync(unfinished, { force: true })
    return false
  }
}

/**
 * A comment, so that a kept script runs as it is.
 *
 * @param {string | Uint8Array} content
 */
function firstLine(content) {
  return `//${createHash('sha256').update(content).digest('hex')}\n`
}

/** @param {string} file */
function markUsed(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The service may only read it. Then the service deletes nothing there either.
  }
}

/** @param {string} folder */
function removeUnused(folder) {
  const now = new Date().getTime()
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now }
    if (now - mtimeMs > unusedMs) rmSync(path, { recursive: true, force: true })
  }
}
