/** Server settings, given on the command line at each start so that no file in the cluster can disagree. */
export type Settings = Readonly<Record<string, string>>

const common: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  huge_pages: 'off',
  // Reads are few and cached on a trial database: no need for three processes that wait for them.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Messages, details and statements can carry a card number, so errors of clients never reach the log:
  // `log` ranks above `error`. The service logs its own failures, redacted.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
}

/** Nothing acknowledged is lost, even when the machine loses power. */
export const durableSettings: Settings = { ...common, fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** For a cluster that is thrown away: not a byte need survive a crash. */
export const throwawaySettings: Settings = {
  ...common,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // Many test files share it, each with a pool or two.
  max_connections: '300',
  shared_buffers: '128MB',
}
