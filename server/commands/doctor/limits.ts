import { ownLimits } from '../../domain/queues/rate-limit.ts'
import { failed, ok, skipped, type Finding } from './finding.ts'

/** Whether processes can share their limits. It uses a key of its own, as the service does at its start. */
export async function examineLimits(redisUrl: string | null, now: () => Date): Promise<Finding> {
  if (redisUrl === null) return skipped('REDIS_URL is not set, so each process counts its own limits.')
  const { openSharedLimits } = await import('../../engines/limits/shared-limits.ts')
  const limits = await openSharedLimits({
    url: redisUrl,
    log: { info(): void {}, warn(): void {} },
    hide: (text) => text,
    ownLimits: ownLimits({ now }),
    onLost: () => {},
    onAlone: () => {},
  })
  try {
    return limits.isShared()
      ? ok('Valkey answers, and accepts the commands of the service.')
      : failed(
          'Valkey does not answer, or refuses the commands of the service, so each process counts its own limits.',
          'Start it, and check REDIS_URL and the permissions of its user against /docs/running#shared-limits.',
        )
  } finally {
    await limits.close()
  }
}
