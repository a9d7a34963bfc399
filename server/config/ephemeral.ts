import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

/** What `npm start -- --ephemeral` was asked for. */
export interface Ephemeral {
  readonly kind: 'ephemeral'
  /** Null: ids are random. */
  readonly seed: string | null
  /** 0: any free port. */
  readonly port: string
}

/** Null: the service starts as usual. */
export function readEphemeral(words: readonly string[]): Ephemeral | { kind: 'problem'; problem: string } | null {
  const isAsked = words.includes('--ephemeral')
  if (!isAsked && !words.some((word) => /^--(seed|port)\b/.test(word))) return null
  if (!isAsked) return { kind: 'problem', problem: '--seed and --port belong to --ephemeral' }
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { ephemeral: { type: 'boolean' }, seed: { type: 'string' }, port: { type: 'string' } },
    })
    if (values.seed === '') return { kind: 'problem', problem: '--seed needs a text' }
    return { kind: 'ephemeral', seed: values.seed ?? null, port: values.port ?? '0' }
  } catch (error) {
    const [firstSentence = ''] = String(error instanceof Error ? error.message : error).split('. ')
    return { kind: 'problem', problem: `${firstSentence}: --ephemeral takes --seed TEXT and --port NUMBER` }
  }
}

const privateRanges = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']

/**
 * The variables of an ephemeral service. It reads only `LOG_LEVEL`: in a test run, `PORT`, `DATABASE_URL` and the like
 * belong to the shop. Webhooks may go to receivers on this machine and in its network.
 */
export function ephemeralEnvironment(
  { LOG_LEVEL }: NodeJS.ProcessEnv,
  { port }: Ephemeral,
  dataDir: string,
): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: port,
    LOG_LEVEL: LOG_LEVEL ?? 'error',
    MIGRATE_ON_START: 'false',
    WEBHOOK_ALLOW: privateRanges.join(','),
    TEST_STORAGE_GB: '1000000',
  }
}

/** Enough for the database of a long test run. Docker gives a container 64 MB of shared memory. */
const neededBytes = 1024 ** 3

/** The folder for files that need not survive: in memory where there is room, otherwise that of temporary files. */
export function memoryFolder(): string {
  const shared = '/dev/shm'
  try {
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= neededBytes ? shared : tmpdir()
  } catch {
    return tmpdir()
  }
}
