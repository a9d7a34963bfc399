import { readdirSync, readFileSync } from 'node:fs'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { callOf } from '../../domain/refusals.ts'
import { longestSeconds, type SituationFile } from './situation-steps.ts'

const folder = new URL('situations/', import.meta.url)

/** A state of an account, made by the steps of a file. */
export interface Situation extends SituationFile {
  readonly name: string
  /** The days that its story takes at most. */
  readonly days: number
}

let read: readonly Situation[] | null = null

/** Every situation, by name. Adding a file to the folder adds a situation. */
export function allSituations(): readonly Situation[] {
  return (read ??= readdirSync(folder).sort().map(readSituation))
}

function readSituation(file: string): Situation {
  const content = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as SituationFile
  const name = file.replace(/\.json$/, '')
  return { ...content, name, days: Math.ceil(longestSeconds(content.steps) / 86_400) }
}

export function findSituation(name: string): Situation | Failure<'not_found'> {
  const found = allSituations().find((situation) => situation.name === name)
  if (found) return found
  const names = allSituations().map((situation) => situation.name)
  return fail('not_found', {
    param: 'name',
    message: 'There is no situation with this name.',
    fix: `${didYouMean(name, names).trim()} ${callOf('testListSituations')} lists all situations.`.trim(),
  })
}
