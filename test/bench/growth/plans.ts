import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Client } from 'pg'

// PostgreSQL's auto_explain writes the plan of every statement to its log, with the blocks that the statement read: the
// same as EXPLAIN (ANALYZE, BUFFERS, WAL), but of what the service really runs.

/** Lets the connections that the service opens from now on log their plans. `admin`: a superuser on its database. */
export async function logPlans(admin: Client): Promise<void> {
  const settings: Record<string, string> = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_wal': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  }
  await admin.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries(settings))
    await admin.query(`alter role servicepay set ${name} to ${value}`)
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Subplan Name'?: string
  readonly 'CTE Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly 'WAL Bytes'?: number
  readonly Plans?: readonly PlanNode[]
}

/** One run of a statement. */
export interface Ran {
  readonly text: string
  readonly blocks: number
  readonly walBytes: number
  /** The tables that it read from beginning to end. */
  readonly scanned: readonly string[]
}

export async function sizeOfLog(logFile: string): Promise<number> {
  return (await stat(logFile)).size
}

/** The statements in a part of the log, which begins and ends at these bytes. */
export async function* plansSince(logFile: string, part: { start: number; end: number }): AsyncGenerator<Ran> {
  let json: string[] | null = null
  for await (const line of createInterface({ input: createReadStream(logFile, part) })) {
    if (json && line.startsWith('\t')) json.push(line)
    else {
      if (json) yield ranOf(json.join('\n'))
      json = /LOG: {2}duration: [\d.]+ ms {2}plan:$/.test(line) ? [] : null
    }
  }
  if (json) yield ranOf(json.join('\n'))
}

function ranOf(json: string): Ran {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  const nodes = [...nodesOf(plan)]
  // A part of `with` that changes rows, and that no other part reads, runs after the plan and does not count in it.
  const read = new Set(nodes.flatMap((node) => (node['Node Type'] === 'CTE Scan' ? [node['CTE Name']] : [])))
  const own = nodes.filter((node) => {
    const [, name] = /^CTE (.*)$/.exec(node['Subplan Name'] ?? '') ?? []
    return name !== undefined && !read.has(name)
  })
  const counted = [plan, ...own]
  return {
    text,
    blocks: sum(counted.map((node) => node['Shared Hit Blocks'] + node['Shared Read Blocks'])),
    walBytes: sum(counted.map((node) => node['WAL Bytes'] ?? 0)),
    scanned: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined ? [node['Relation Name']] : [],
    ),
  }
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
