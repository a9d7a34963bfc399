import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsIn } from './reached-tests.ts'
import { shapesOf } from './shapes.ts'

/** What every check depends on. */
const everywhere = ['package-lock.json', 'package.json', 'tsconfig.json', '.eslint.config.js']

/** A file that adds to the types of a package or of all files: it concerns also those that do not import it. */
const augments = /^declare (global|module) /m

/** What a file shows to others, as the file of shapes keeps it. */
interface KeptShape {
  readonly hash: string
  readonly imports: readonly string[]
}

/**
 * A key for each of these files: its content, and the shapes of the files on whose types it depends. `shapesFile` keeps
 * the shapes of the files that have not changed.
 */
export async function keysOf(
  root: string,
  paths: readonly string[],
  { shapesFile, also = everywhere }: { readonly shapesFile: string; readonly also?: readonly string[] },
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const read = (path: string): string => {
    const known = texts.get(path)
    if (known !== undefined) return known
    const full = join(root, path)
    const text = statSync(full, { throwIfNoEntry: false })?.isFile() ? readFileSync(full, 'utf8') : ''
    texts.set(path, text)
    return text
  }
  const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)
  const found = new Set(paths)
  for (const path of found) if (isSource(path)) for (const used of importsIn(path, read(path))) found.add(used)
  const common = hashOf([process.version, ...also.map(read)])
  const shapes = await keptShapes(shapesFile, common, new Map([...found].map((path) => [path, read(path)])))
  const global = [...found].filter((path) => augments.test(read(path))).sort()
  const ofAll = hashOf([common, ...global.flatMap((path) => [path, shapes.get(path)?.hash ?? ''])])
  return new Map(
    paths.map((path) => {
      const seen = new Set(isSource(path) ? importsIn(path, read(path)) : [])
      for (const each of seen) for (const used of shapes.get(each)?.imports ?? []) seen.add(used)
      const parts = [...seen].sort().flatMap((each) => [each, shapes.get(each)?.hash ?? ''])
      return [path, hashOf([ofAll, path, read(path), ...parts])]
    }),
  )
}

/** The shapes of these texts, from the file where they have not changed, and new ones, which the file then has too. */
async function keptShapes(
  file: string,
  common: string,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, KeptShape>> {
  const kept = readKept<Record<string, KeptShape>>(file) ?? {}
  const keys = new Map([...texts].map(([path, text]) => [path, hashOf([common, path, text])]))
  const missing = [...keys].filter(([, key]) => kept[key] === undefined).map(([path]) => path)
  const made = missing.length === 0 ? [] : await shapesOf(new Map(missing.map((path) => [path, texts.get(path) ?? ''])))
  const fresh = new Map([...made].map(([path, { text, imports }]) => [path, { hash: hashOf([text]), imports }]))
  const shapes = new Map(
    [...keys].flatMap(([path, key]) => {
      const shape = fresh.get(path) ?? kept[key]
      return shape === undefined ? [] : [[path, shape] as const]
    }),
  )
  if (missing.length > 0)
    keep(file, Object.fromEntries([...shapes].map(([path, shape]) => [keys.get(path) ?? '', shape])))
  return shapes
}

/** One key for the content of all these files. */
export function keyOfAll(root: string, patterns: readonly string[]): string {
  const paths = globSync([...patterns, ...everywhere], { cwd: root }).filter((path) =>
    statSync(join(root, path)).isFile(),
  )
  return hashOf(paths.sort().flatMap((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}

/** The keys that have passed before. */
export function readPassed(file: string): ReadonlySet<string> {
  return new Set(readKept<string[]>(file))
}

export function keepPassed(file: string, keys: Iterable<string>): void {
  keep(file, [...keys])
}

/** A damaged file counts as missing. */
function readKept<Value>(file: string): Value | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value
  } catch {
    return null
  }
}

function keep(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(value))
  renameSync(`${file}.${process.pid}`, file)
}
