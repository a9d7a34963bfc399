import type { ServerFacts } from '../../store/sql/server-facts.ts'
import { counted, failed, ok, warning, type Finding } from './finding.ts'

/** `isEmbedded`: the database of this program itself. `now`: this moment. */
export function judgeBackups(facts: ServerFacts, isEmbedded: boolean, now: Date): Finding {
  if (isEmbedded)
    return warning(
      'Nothing archives the embedded database: if the disk fails, you lose the payments since your last backup.',
      'Run `npm run backup -- DIR` regularly. Keep a copy elsewhere, and the file master-key in a third place.',
    )
  const { archive_mode: mode, last_archived_at: archived, last_archive_failure_at: failure, standbys } = facts
  const copies = standbys > 0 ? ` ${counted(standbys, 'standby server')} receive${standbys === 1 ? 's' : ''} it.` : ''
  if (mode === 'off')
    return warning(
      `PostgreSQL archives no WAL (archive_mode = off), so a backup lacks every payment after it.${copies}`,
      'Set up pgBackRest or another archive of the WAL; see /docs/running#backups.',
    )
  if (failure !== null && (archived === null || failure > archived))
    return failed(
      `PostgreSQL has not been able to archive its WAL since ${failure.toISOString()}. The WAL grows until its ` +
        `disk is full.`,
      'Run archive_command by hand as the user of PostgreSQL, and read its error in the log of PostgreSQL.',
    )
  if (archived === null)
    return warning(
      'PostgreSQL is set to archive its WAL, but has not archived any yet.',
      'Run `select pg_switch_wal()` as a superuser, then this command again.',
    )
  const minutes = Math.max(0, Math.round((now.getTime() - archived.getTime()) / 60_000))
  return ok(`PostgreSQL archived its WAL ${counted(minutes, 'minute')} ago.${copies}`)
}
