import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Database } from '../../store/sql/database.ts'
import { readServerTime } from '../../store/sql/server-facts.ts'
import type { Duration, Probe } from './ask.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

/** Receivers accept a signature whose time is at most five minutes off, and processes compare times with each other. */
const warnMs = 2_000
const failMs = 60_000

interface Compared {
  readonly name: string
  /** Milliseconds that the other clock is ahead of this one, at the least. */
  readonly aheadMs: number
}

/** Compares the clock of this machine with those of the database and of the process behind the public address. */
export async function examineClock(db: Database | null, probed: Probe | null, now: () => Date): Promise<Finding> {
  const compared: Compared[] = []
  if (db) {
    const startedAt = now().getTime()
    const { now: theirs, tookMs } = await readServerTime(db)
    const during = { from: startedAt, to: startedAt + tookMs }
    compared.push({ name: 'the database', aheadMs: atLeastAhead(theirs.getTime(), during) })
  }
  if (probed?.kind === 'seen')
    compared.push({ name: 'the process at BASE_URL', aheadMs: atLeastAhead(probed.seen.now, probed.during) })
  return judgeClock(compared, await isSynchronized())
}

/** The other clock was read at some time between question and answer, so a slow answer proves no difference. */
function atLeastAhead(theirs: number, { from, to }: Duration): number {
  return theirs > to ? theirs - to : Math.min(0, theirs - from)
}

/** `synchronized`: what systemd says of this machine; null where it says nothing. */
export function judgeClock(compared: readonly Compared[], synchronized: boolean | null): Finding {
  const fix = 'Run a time service on every machine: `timedatectl set-ntp true`, or install chrony.'
  const worst = [...compared].sort((one, other) => Math.abs(other.aheadMs) - Math.abs(one.aheadMs))[0]
  const off = Math.abs(worst?.aheadMs ?? 0)
  if (worst && off > warnMs) {
    const where = worst.aheadMs > 0 ? 'ahead of' : 'behind'
    const says = `The clock of ${worst.name} is ${(off / 1_000).toFixed(1)} s ${where} this one.`
    return off > failMs ? failed(says, fix) : warning(says, fix)
  }
  if (synchronized === false) return warning('No time service synchronises the clock of this machine.', fix)
  const names = compared.map(({ name }) => name).join(' and ')
  if (names === '')
    return ok(synchronized ? 'A time service synchronises the clock.' : 'Nothing disagrees with this clock.')
  return ok(`This clock agrees with ${names}.`)
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
