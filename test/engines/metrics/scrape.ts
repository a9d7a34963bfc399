import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { until } from '../../support/until.ts'

/** A sample of a scrape. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples of a scrape. */
export interface Scrape {
  readonly text: string
  readonly samples: readonly Sample[]
  /** The sum of the samples with this name and at least these labels; null without any. */
  value(name: string, labels?: Record<string, string>): number | null
}

/** Below the ephemeral range, so that no other program gets the port between this check and its use. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

export async function scrape(port: number, token?: string): Promise<Scrape> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  const text = await response.text()
  const type = response.headers.get('content-type')
  if (response.status !== 200 || type !== 'text/plain; version=0.0.4; charset=utf-8')
    throw new Error(`No scrape: ${response.status} ${type} ${text}`)
  const samples = parseExposition(text)
  const value = (name: string, labels: Record<string, string> = {}): number | null => {
    const found = samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, wanted]) => sample.labels[label] === wanted),
    )
    return found.length === 0 ? null : found.reduce((sum, sample) => sum + sample.value, 0)
  }
  return { text, samples, value }
}

/** Scrapes until `check` accepts a scrape. */
export async function scrapeUntil(port: number, check: (scraped: Scrape) => boolean, what: string): Promise<Scrape> {
  let accepted: Scrape | undefined
  await until(async () => {
    const scraped = await scrape(port)
    if (check(scraped)) accepted = scraped
    return accepted !== undefined
  }, what)
  return accepted ?? scrape(port)
}

const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^}]*)\})? ([+-]?(?:Inf|\d+(?:\.\d+)?(?:e[+-]?\d+)?)|Nan)$/
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"$/
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/**
 * A strict parser of the Prometheus text format 0.0.4: every line is valid, HELP and TYPE come once and before their
 * samples, and no series repeats. It assumes that labels contain neither commas nor braces. (npm has no maintained
 * parser.)
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const types = new Map<string, string>()
  const seen = new Set<string>()
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    const [, keyword, family = '', rest = ''] = comment.exec(line) ?? []
    if (keyword) {
      if (seen.has(`${keyword} ${family}`)) throw new Error(`Twice: ${line}`)
      seen.add(`${keyword} ${family}`)
      if (keyword === 'TYPE') types.set(family, rest)
      return []
    }
    const sample = parseSample(line)
    if (![...types].some(([known, type]) => suffixes[type]?.some((suffix) => `${known}${suffix}` === sample.name)))
      throw new Error(`Without a type: ${line}`)
    const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
    if (seen.has(series)) throw new Error(`Twice: ${line}`)
    seen.add(series)
    return [sample]
  })
}

function parseSample(line: string): Sample {
  const [, name, inner = '', value] = sampleLine.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`Not a line of the format: ${line}`)
  const labels =
    inner === ''
      ? []
      : inner.split(',').map((pair): [string, string] => {
          const [, label, text] = labelPair.exec(pair) ?? []
          if (label === undefined || text === undefined) throw new Error(`Not a label: ${line}`)
          return [label, text]
        })
  return {
    name,
    labels: Object.fromEntries(labels),
    value: Number(value.replace('Inf', 'Infinity').replace('Nan', 'NaN')),
  }
}
