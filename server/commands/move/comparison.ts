import type { Connection } from './connection.ts'
import { nameOf, quoted, type Relation, type Table } from './tables.ts'

/** The counts and sums of one side. */
export interface Figures {
  readonly rows: readonly { readonly table: string; readonly rows: bigint }[]
  /** `amount` in the smallest unit. */
  readonly sums: readonly {
    readonly ledger: string
    readonly currency: string
    readonly kind: string
    readonly lines: bigint
    readonly amount: bigint
  }[]
}

/** Our ledger and the sandbox bank's. */
const ledgers: readonly Relation[] = [
  { schema: null, name: 'money_movements' },
  { schema: 'sandbox_bank', name: 'ledger' },
]

/** Reads the figures in the open transaction. */
export async function readFigures(side: Connection, tables: readonly Table[]): Promise<Figures> {
  const rows: { table: string; rows: bigint }[] = []
  for (const table of tables) {
    const [row] = await side.rows<{ rows: string }>(`select count(*)::text as rows from ${quoted(side, table)}`)
    rows.push({ table: nameOf(table), rows: BigInt(row?.rows ?? 0) })
  }
  const sums: Figures['sums'][number][] = []
  for (const ledger of ledgers) {
    const found = await side.rows<{ currency: string; kind: string; lines: string; amount: string }>(
      `select currency, kind, count(*)::text as lines, sum(amount)::text as amount from ${quoted(side, ledger)}
       group by currency, kind order by currency collate "C", kind collate "C"`,
    )
    sums.push(
      ...found.map(({ currency, kind, lines, amount }) => ({
        ledger: nameOf(ledger),
        currency,
        kind,
        lines: BigInt(lines),
        amount: BigInt(amount),
      })),
    )
  }
  return { rows, sums }
}

/** Describes each difference. Empty when both sides are equal. */
export function differences(source: Figures, target: Figures): string[] {
  const [sourceTexts, targetTexts] = [textsOf(source), textsOf(target)]
  const names = [...new Set([...sourceTexts.keys(), ...targetTexts.keys()])]
  return names.flatMap((name) => {
    const [before, after] = [sourceTexts.get(name) ?? 'nothing', targetTexts.get(name) ?? 'nothing']
    return before === after ? [] : [`${name}: ${before} in the source, ${after} in the target`]
  })
}

function textsOf({ rows, sums }: Figures): Map<string, string> {
  return new Map([
    ...rows.map(({ table, rows: count }): [string, string] => [table, `${count} rows`]),
    ...sums.map(({ ledger, currency, kind, lines, amount }): [string, string] => [
      `${ledger} ${currency} ${kind}`,
      `${amount} in ${lines} lines`,
    ]),
  ])
}
