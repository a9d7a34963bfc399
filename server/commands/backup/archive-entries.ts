/** What a restore does with an entry of an archive: it keeps it, leaves it out, or refuses the whole archive. */
export type Treatment = 'keep' | 'leave out' | 'refuse'

const relation = String.raw`\d+(_(fsm|vm|init))?(\.\d+)?`

/** The folders of PostgreSQL. It needs them even where a backup has nothing in them. */
const folders = new RegExp(
  `^(base|base/\\d+|global|pg_(commit_ts|dynshmem|logical|multixact|notify|replslot|serial|snapshots|stat|stat_tmp|` +
    `subtrans|tblspc|twophase|wal|xact)|pg_logical/(mappings|snapshots)|pg_multixact/(members|offsets)|` +
    `pg_wal/(archive_status|summaries))$`,
)

/** The files with rows, states of transactions and the log. */
const data = new RegExp(
  `^(PG_VERSION|backup_label|base/\\d+/(PG_VERSION|pg_filenode\\.map|${relation})|` +
    `global/(pg_control|pg_filenode\\.map|${relation})|` +
    `pg_(xact|commit_ts|multixact/(members|offsets))/[0-9A-F]{4,15}|` +
    `pg_logical/replorigin_checkpoint|pg_wal/[0-9A-F]{24}|pg_wal/[0-9A-F]{8}\\.history|` +
    `pg_wal/archive_status/[0-9A-F]{8,24}(\\.history)?\\.(done|ready))$`,
)

/** They change what PostgreSQL does at its start. No backup of ours has one. */
const orders =
  /^(recovery\.(signal|conf)|standby\.signal|promote|tablespace_map|pg_tblspc\/.*|postmaster\.(pid|opts))$/i

/** Everything that is neither data nor known to be harmful is left out, such as the configuration. */
export function treatmentOf(path: string, kind: 'file' | 'folder'): Treatment {
  if (orders.test(path)) return 'refuse'
  return (kind === 'folder' ? folders : data).test(path) ? 'keep' : 'leave out'
}

/** What PostgreSQL writes into the `backup_label` of a backup of ours. */
const label = new RegExp(
  [
    String.raw`^START WAL LOCATION: [0-9A-F]{1,8}/[0-9A-F]{1,8} \(file [0-9A-F]{24}\)`,
    String.raw`CHECKPOINT LOCATION: [0-9A-F]{1,8}/[0-9A-F]{1,8}`,
    'BACKUP METHOD: streamed',
    'BACKUP FROM: primary',
    String.raw`START TIME: [\w :+-]{10,40}`,
    'LABEL: servicepay_backup',
    String.raw`START TIMELINE: \d{1,10}\n$`,
  ].join('\n'),
)

export function isBackupLabel(text: string): boolean {
  return label.test(text)
}
