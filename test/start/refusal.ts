import pino from 'pino'
import { readConfig } from '../../server/config/config.ts'
import { explain } from '../../server/start-problems.ts'
import { start, type Goal, type Parts } from '../../server/start-service.ts'

/** Starts the service in this process and stops it. Returns the line that the program would print, or null. */
export async function refusal(
  environment: Record<string, string>,
  goal: Goal = 'serve',
  log = pino({ level: 'silent' }),
): Promise<string | null> {
  const read = readConfig({ PORT: '0', ...environment })
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const parts: Parts = { postgres: null, app: null }
  try {
    await start({ config: read.config, log, parts, goal })
    return null
  } catch (error) {
    return explain(error)
  } finally {
    await parts.app?.stop()
    await parts.postgres?.stop()
  }
}
