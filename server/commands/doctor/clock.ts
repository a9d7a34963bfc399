import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Database } from '../../store/sql/database.ts'
import { readServerTime } from '../../store/sql/server-facts.ts'
import type { Duration, Probe } from './ask.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

/** Receivers accept a signature whose time is at most five minutes off, and processes compare times with each other. */
const warnMs = 2_000
const failMs = 60_000

/** How far a clock is ahead of this machine's, in milliseconds. A slow answer leaves a range. */
export interface Ahead {
  readonly least: number
  readonly most: number
}

interface Compared {
  readonly name: string
  /** Milliseconds that this clock is ahead of the reference, at the least. */
  readonly aheadMs: number
}

const here: Ahead = { least: 0, most: 0 }

/** The other clock was read at some time between question and answer. */
function aheadOf(theirs: number, { from, to }: Duration): Ahead {
  return { least: theirs - to, most: theirs - from }
}

/** How far the clock of the database is ahead of this machine's. */
export async function readAhead(db: Database, now: () => Date): Promise<Ahead> {
  const from = now().getTime()
  const { now: theirs, tookMs } = await readServerTime(db)
  return aheadOf(theirs.getTime(), { from, to: from + tookMs })
}

/**
 * Compares the clocks of this machine and of the process behind the public address with the one of the database, which
 * all processes share. `database`: null when no database answers.
 */
export async function examineClock(database: Ahead | null, probed: Probe | null): Promise<Finding> {
  const said = probed?.kind === 'seen' ? probed.seen.now : probed?.kind === 'other time' ? probed.now : null
  const machine = database ? [{ name: 'this machine', aheadMs: atLeast(here, database) }] : []
  // The doctor has asked by the clock of the database, which it knows only as well as the answer was fast.
  const doubt = database ? (database.most - database.least) / 2 : 0
  const process =
    said !== null && probed && 'during' in probed
      ? [
          {
            name: 'the process at BASE_URL',
            aheadMs: atLeast(aheadOf(said, probed.during), { least: -doubt, most: doubt }),
          },
        ]
      : []
  return judgeClock([...machine, ...process], database ? 'the database' : 'this machine', await isSynchronized())
}

/** Zero: the two ranges do not prove a difference. */
function atLeast(one: Ahead, other: Ahead): number {
  return Math.max(0, one.least - other.most) + Math.min(0, one.most - other.least)
}

/** `synchronized`: what systemd says of this machine; null where it says nothing. */
export function judgeClock(compared: readonly Compared[], reference: string, synchronized: boolean | null): Finding {
  const worst = [...compared].sort((one, other) => Math.abs(other.aheadMs) - Math.abs(one.aheadMs))[0]
  const off = Math.abs(worst?.aheadMs ?? 0)
  if (worst && off > warnMs) {
    const says = differenceOf(worst, reference)
    return off > failMs ? failed(says, keepClocks) : warning(says, keepClocks)
  }
  if (synchronized === false) return warning('No time service synchronises the clock of this machine.', keepClocks)
  const [last, ...others] = [reference, ...compared.map(({ name }) => name)].reverse()
  if (others.length === 0)
    return ok(synchronized ? 'A time service synchronises the clock.' : 'Nothing disagrees with this clock.')
  return ok(`The clocks of ${others.reverse().join(', ')} and ${last} agree.`)
}

const keepClocks = 'Run a time service on every machine: `timedatectl set-ntp true`, or install chrony.'

function differenceOf({ name, aheadMs }: Compared, reference: string): string {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  return `The clock of ${name} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of ${reference}.`
}

/** Null: this machine has no systemd. */
async function isSynchronized(): Promise<boolean | null> {
  try {
    const options = { timeout: 2_000 }
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], options)
    return { yes: true, no: false }[stdout.trim()] ?? null
  } catch {
    return null
  }
}
