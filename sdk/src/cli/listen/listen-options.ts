import { formats } from '../../../../spec/lib/formats.ts'
import type { Event } from '../../index.ts'
import type { Options } from '../arguments.ts'
import { usageError } from '../command-errors.ts'
import { eventTypeOf } from '../event-types.ts'
import { targetOf, type Target } from './forward.ts'

/** The event to start with: `last` continues where the listener stopped, the others come from `--since`. */
export type Since = { kind: 'last' } | { kind: 'now' } | { kind: 'event'; id: string } | { kind: 'time'; at: Date }

/** The checked options of `listen`. */
export interface ListenOptions {
  readonly target: Target
  readonly isChosen: (event: Event) => boolean
  readonly since: Since
  /** The number of failed attempts after which the listener skips an event. */
  readonly maxAttempts: number
}

/** Throws a usage error for a missing or wrong option. */
export function checkedListenOptions(options: Options): ListenOptions {
  const to = options['forward-to']
  if (!to)
    throw usageError(
      '--forward-to is missing.',
      'Run, for example: servicepay listen --forward-to http://localhost:4242/webhooks',
    )
  const types = wantedTypes(options.events)
  return {
    target: targetOf(to, options.insecure === true),
    isChosen: ({ type }) => !types || types.has(type),
    since: sinceOf(options.since),
    maxAttempts: maxAttemptsOf(options['give-up-after']),
  }
}

function sinceOf(word: string | undefined): Since {
  if (word === undefined) return { kind: 'last' }
  if (word === 'now') return { kind: 'now' }
  if (word.startsWith('evt_')) return { kind: 'event', id: word }
  const time = completeTime(word)
  if (formats['date-time']?.test(time) !== true)
    throw usageError(
      `--since does not accept \`${word}\`.`,
      'Pass the id of an event (evt_…), a time (2026-11-21T10:00:00Z), a day (2026-11-21) or now. ' +
        'Without a time zone, a time is in UTC.',
    )
  return { kind: 'time', at: new Date(time) }
}

/** What is missing in a time: the hour is midnight, and the zone is UTC, with and without an hour. */
function completeTime(word: string): string {
  const [, day = '', time = '00:00', seconds = ':00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?([Zz]|[+-]\d\d:\d\d)?)?$/.exec(word) ?? []
  return `${day}T${time}${seconds}${zone}`
}

function wantedTypes(list: string | undefined): ReadonlySet<string> | null {
  if (list === undefined) return null
  const words = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  if (words.length === 0)
    throw usageError('--events names no event.', 'Pass, for example, --events session.completed,session.refunded.')
  return new Set(words.map((word) => eventTypeOf(word)))
}

function maxAttemptsOf(text: string | undefined): number {
  if (text === undefined) return Infinity
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw usageError(
    `--give-up-after does not accept \`${text}\`.`,
    'Pass the number of failed attempts after which to skip an event: 1 or more.',
  )
}
