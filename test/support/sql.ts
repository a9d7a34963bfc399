import type { TestService } from './service.ts'

/** Runs SQL on the service's database, as the owner of its tables. Each `?` in the text takes the next value. */
export async function sql<Row = Record<string, unknown>>(
  service: TestService,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await service.ownerDb.raw<{ rows: Row[] }>(text, values as never)
  return result.rows
}
