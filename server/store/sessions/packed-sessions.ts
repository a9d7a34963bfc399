import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { sessionColumns, sessionTable } from '../sql/table-columns.ts'

const columns = sessionColumns.split(', ') as (keyof SessionRecord)[]
const times = ['expires_at', 'paid_at', 'created_at'] as const satisfies readonly (keyof SessionRecord)[]

/**
 * All columns of a session as one JSON array. A read of many sessions takes half of the processor time this way,
 * because the driver turns each column into a string and then into a value by itself.
 */
export const packedSession = `json_build_array(${sessionColumns})::text`

/** The sessions of arrays that PostgreSQL has joined with commas. */
export function unpackSessions(packed: string | null): SessionRecord[] {
  return packed === null ? [] : (JSON.parse(`[${packed}]`) as unknown[][]).map(unpacked)
}

/** The session of one such array. */
export function unpackSession(packed: string): SessionRecord {
  return unpacked(JSON.parse(packed) as unknown[])
}

function unpacked(values: readonly unknown[]): SessionRecord {
  // A record that grew by one column after the other would take ten times as much memory as a copy.
  const record: Record<keyof SessionRecord, unknown> = { ...sessionTable.blank }
  columns.forEach((column, index) => (record[column] = values[index]))
  for (const time of times) if (record[time] !== null) record[time] = new Date(record[time] as string)
  return record as SessionRecord
}
