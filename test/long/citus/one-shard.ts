import { Client, escapeLiteral } from 'pg'
import type { Test } from 'tap'
import type { CapturedStatement } from '../postgres/captured-statements.ts'

/** What EXPLAIN shows of a statement: on how many shards each of its parts runs. Empty: it uses local tables only. */
interface ShardPlan extends CapturedStatement {
  readonly tasks: readonly number[]
  /** The coordinator collects rows and sends them to several nodes, which commit in two phases. */
  readonly isCollected: boolean
}

/** The test lives through months, so the worker has dropped the first partitions. */
const ofDroppedTable = /\b(?:api_request_log|delivery_attempts)_first\b/

/** Explains each statement with the values of its first run. */
async function shardPlans(databaseUrl: string, seen: ReadonlyMap<string, CapturedStatement>): Promise<ShardPlan[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const plans: ShardPlan[] = []
  try {
    for (const statement of seen.values()) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(statement.text)) continue
      if (ofDroppedTable.test(statement.text)) continue
      const plan = await planOf(client, statement)
      plans.push({ ...statement, tasks: taskCounts(plan), isCollected: collects.test(JSON.stringify(plan)) })
    }
  } finally {
    await client.end()
  }
  return plans
}

const collects = /pull to coordinator|Distributed Subplan/

async function planOf(client: Client, statement: CapturedStatement): Promise<unknown> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
      `explain (costs off, format json) ${filled(statement)}`,
    )
    return rows[0]?.['QUERY PLAN']
  } catch (error) {
    throw new Error(`Cannot explain ${statement.name}: ${String(error)}`, { cause: error })
  }
}

/** The text with its values, because Citus cannot explain every statement with parameters that it can run. */
function filled({ text, values }: CapturedStatement): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]))
}

/** A value as the driver would send it, as a literal. */
function literal(value: unknown): string {
  return value === null || value === undefined ? 'null' : escapeLiteral(textOf(value))
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return `"${textOf(value).replace(/["\\]/g, '\\$&')}"`
}

function taskCounts(plan: unknown): number[] {
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, value]) =>
    name === 'Task Count' && typeof value === 'number' ? [value] : taskCounts(value),
  )
}

/** The statements of the worker that find due work of all accounts. Each node answers from its own index. */
const findsDueWork = /^(receivers due( since)?|due (tasks|to .*)|accounts with events to number)$/

/** The statements of housekeeping, which reads and deletes old rows of all accounts. */
const keepsHouse =
  /^((delete|clear) old .*|clear form notices|old (sandbox accounts|unpaid test sessions|settlement report)|abandoned settlement report|sessions to search)$/

/** A migration goes through all accounts. Its statements have no names. */
const migrates = /^select merchant_id as id from merchants where merchant_id > \$1/

/** The limit on what test mode holds counts all accounts. */
const countsStorage = /^(total test storage|test storage to count|add test storage)$/

/** Each process looks for the accounts in test mode whose time has moved, and for moves whose process has stopped. */
const followsClocks = /^(changed test clocks|take over move of test clock)$/

/** Every statement reaches one shard, except those that are about all accounts. */
export async function expectOneShard(
  t: Test,
  databaseUrl: string,
  seen: ReadonlyMap<string, CapturedStatement>,
): Promise<void> {
  const plans = await shardPlans(databaseUrl, seen)
  const onMany = plans.filter(({ tasks }) => tasks.some((count) => count > 1))
  const isPlanned = ({ name }: ShardPlan): boolean =>
    [findsDueWork, keepsHouse, countsStorage, followsClocks, migrates].some((pattern) => pattern.test(name))
  t.same(
    onMany.filter((plan) => !isPlanned(plan)).map(({ name, tasks }) => `${tasks.join(' and ')} shards: ${name}`),
    [],
    'only statements about all accounts reach several shards',
  )
  t.same(
    plans.filter((plan) => plan.isCollected && !isPlanned(plan)).map(({ name }) => name),
    [],
    'the coordinator collects no rows of one account',
  )
  const onOne = plans.filter(({ tasks }) => tasks.length > 0 && tasks.every((count) => count === 1))
  t.ok(onOne.length > 100, 'the service ran many statements on distributed tables')
  const due = onMany.filter(({ name }) => findsDueWork.test(name))
  t.ok(due.some(({ name }) => name === 'receivers due since') && due.length > 5, 'the worker looked for due work')
  await expectIndexes(t, databaseUrl, due)
  t.comment(
    `figure: ${onOne.length} statements reach one shard, ${onMany.length} statements about all accounts several`,
  )
}

/** On each node, the search for due work reads an index. */
async function expectIndexes(t: Test, databaseUrl: string, statements: readonly ShardPlan[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  // The tables of the test are so small that a node would rather read them as a whole.
  await client.query(`begin; set local citus.propagate_set_commands to 'local'; set local enable_seqscan to off`)
  for (const statement of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${filled(statement)}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    t.match(plan, /Index (Only )?Scan (using|on) \w+/, statement.name)
    t.notMatch(plan, /Seq Scan/, statement.name)
  }
  await client.end()
}
