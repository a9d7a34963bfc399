/** Server settings. Each start passes them on the command line, which overrides the files in the cluster. */
export type Settings = Readonly<Record<string, string>>

const common: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  huge_pages: 'off',
  // A trial database has few reads, and most are cached, so it needs no separate input/output processes.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Messages, details and statements can contain a card number, so the log must not have errors of statements: `log`
  // ranks above `error`. The service logs its own failures, redacted.
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

/** A committed transaction survives a power failure. */
export const durableSettings: Settings = {
  ...common,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // A backup that hangs must not fill the disk of the database. It fails instead.
  max_slot_wal_keep_size: '4GB',
}

/** For tests: their cluster need not survive a crash. */
export const throwawaySettings: Settings = {
  ...common,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // The tests log in thousands of times, and each iteration costs both sides a hash.
  scram_iterations: '1',
  // A test's database is gone before a vacuum of it would be worth its time.
  autovacuum_naptime: '1d',
  // In the folder of the cluster, which is deleted. A killed server leaves its POSIX shared memory behind.
  dynamic_shared_memory_type: 'mmap',
  // Many test files share the server, each with one or two connection pools.
  max_connections: '300',
  shared_buffers: '128MB',
}

/** For a sandbox that ends with a test run, on memory-backed storage where there is one. */
export const ephemeralSettings: Settings = {
  ...throwawaySettings,
  // Its log lies in memory too.
  max_wal_size: '128MB',
  checkpoint_timeout: '5min',
  autovacuum_naptime: '1min',
  max_connections: '100',
  shared_buffers: '64MB',
}
