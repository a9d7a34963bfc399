import { aboutNow } from '../../engines/trace/current-trace.ts'
import type { Log } from '../context.ts'

/** Adds to each line the request, account and session that the work at hand is about. */
export function tracedLog(log: Log): Log {
  return {
    info: (fields, message) => log.info({ ...aboutNow(), ...fields }, message),
    warn: (fields, message) => log.warn({ ...aboutNow(), ...fields }, message),
    error: (fields, message) => log.error({ ...aboutNow(), ...fields }, message),
  }
}
