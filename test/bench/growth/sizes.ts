import type { Client } from 'pg'

/** A table or an index, with all its partitions. */
export interface Size {
  readonly table: string
  /** Null: the rows themselves. */
  readonly index: string | null
  readonly bytes: number
  readonly rows: number
}

/** The bytes of each table and of each of its indexes. Partitions count for their table. */
export async function sizesOf(db: Client, tables: readonly string[]): Promise<Size[]> {
  const { rows } = await db.query<{ table: string; index: string | null; bytes: string; rows: string }>(
    `with part as (
       select root.relname as table, member.relid as oid
       from pg_class root cross join lateral pg_partition_tree(root.oid) member
       where root.oid = any($1::regclass[]) and root.relkind = 'p'
       union all
       select relname, oid from pg_class where oid = any($1::regclass[]) and relkind = 'r'
     ), counted as (
       select part.table, sum(greatest(reltuples, 0)) as rows
       from part join pg_class c on c.oid = part.oid where relkind = 'r' group by 1
     )
     select part.table, null as index, sum(pg_table_size(part.oid)) as bytes, max(counted.rows) as rows
     from part join counted on counted.table = part.table group by 1
     union all
     select part.table, coalesce(parent.relname, own.relname), sum(pg_relation_size(own.oid)), max(counted.rows)
     from part join counted on counted.table = part.table
     join pg_index i on i.indrelid = part.oid
     join pg_class own on own.oid = i.indexrelid and own.relkind = 'i'
     left join pg_inherits on inhrelid = own.oid
     left join pg_class parent on parent.oid = inhparent
     group by 1, 2
     order by 1, 2 nulls first`,
    [tables],
  )
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes), rows: Number(row.rows) }))
}
