import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'

/** Wall time by the path of the test file. */
const secondsFile = join(cacheFolder, 'seconds.json')

/** The files that took longest in earlier runs come first, and new ones before them: a long file that starts last would
 * run alone while the other processors idle. */
export function longestFirst(paths: readonly string[]): string[] {
  const seconds = readSeconds()
  return paths.toSorted((a, b) => (seconds[b] ?? Infinity) - (seconds[a] ?? Infinity))
}

export function keepSeconds(seconds: ReadonlyMap<string, number>): void {
  try {
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(secondsFile, JSON.stringify({ ...readSeconds(), ...Object.fromEntries(seconds) }))
  } catch {
    // Without the record the next run takes longer, and nothing else changes.
  }
}

function readSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(secondsFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
