import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Document } from '../generate/document.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** A document that a release has published, with its version. */
export interface Released {
  readonly version: string
  readonly document: Document
}

/** The documents of all releases, from the first to the newest. */
export function releasedDocuments(): Released[] {
  return readdirSync(folder)
    .flatMap((name) => /^(\d+\.\d+\.\d+)\.json$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((version) => ({ version, document: read(`${version}.json`) as Document }))
}

/** The breaking changes that somebody has decided to make, with the reason. */
export function declaredChanges(): Readonly<Record<string, string>> {
  return read('declared.json') as Record<string, string>
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))
}
