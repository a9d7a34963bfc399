import { cpus, totalmem } from 'node:os'
import { benchAccounts } from './accounts.ts'
import { benchAttacks } from './attacks/run-attacks.ts'
import { benchCitus } from './citus.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchDueWork } from './due-work.ts'
import { benchEdge } from './edge.ts'
import { startDatabase, type BenchDatabase, type Figure } from './environment.ts'
import { benchFleet } from './fleet.ts'
import { benchForm } from './form.ts'
import { benchBloat } from './growth/bloat.ts'
import { benchGrowth } from './growth/run-growth.ts'
import { benchLists } from './lists.ts'
import { benchPages } from './pages.ts'
import { benchPayments } from './payments.ts'
import { benchRequests } from './requests.ts'
import { benchSearch } from './search.ts'
import { benchStart } from './start.ts'

// npm run bench [requests|payments|fleet|lists|search|dashboard|pages|deliveries|due|start|form|citus|edge …]
// npm run bench attacks [words of an attack's name …]
// npm run bench accounts [1,10,100,1000], or npm run bench -- --accounts 1,10,100,1000
// npm run bench growth [sessions] [more sessions]: by default 1,000,000 and 50,000,000, or as many as the disk holds
// npm run bench bloat [minutes]: by default 60
// Prints ratios and counts of one run on one machine, and asserts nothing.

/** How many accounts share the calls of `npm run bench accounts`. */
const accountCounts = (process.argv.find((word) => /^\d+(,\d+)+$/.test(word)) ?? '1,10,100,1000').split(',').map(Number)

const sections: Record<string, (databaseUrl: string, database: BenchDatabase) => Promise<Figure[]>> = {
  requests: benchRequests,
  payments: benchPayments,
  fleet: benchFleet,
  lists: benchLists,
  search: benchSearch,
  dashboard: benchDashboard,
  pages: benchPages,
  deliveries: benchDeliveries,
  due: benchDueWork,
  start: benchStart,
  form: benchForm,
  citus: benchCitus,
  edge: benchEdge,
  accounts: (databaseUrl) => benchAccounts(databaseUrl, accountCounts),
}

/** Benches that take words of their own. */
const others: Record<string, (words: readonly string[]) => Promise<void>> = {
  attacks: (words) => benchAttacks(words, print),
  growth: (words) => benchGrowth(words, write),
  bloat: (words) => benchBloat(words, write),
}

const [first = '', ...words] = process.argv.slice(2).map((word) => (word === '--accounts' ? 'accounts' : word))
const chosen = [first, ...words].filter((word) => word in sections)
const names = first in others ? [] : chosen.length > 0 ? chosen : Object.keys(sections)

const day = new Date().toISOString().slice(0, 10)
const processors = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
process.stdout.write(`${day}, ${processors}, ${memory}, Node ${process.version}\n\n`)
await others[first]?.(words)
for (const name of names) {
  const database = await startDatabase()
  try {
    for (const line of (await sections[name]?.(database.url, database)) ?? []) print(line)
  } finally {
    await database.stop()
  }
}

function write(text: string): void {
  process.stdout.write(`${text}\n`)
}

function print({ name, value, target, reached }: Figure): void {
  const verdict = reached === null ? '' : reached ? 'reached' : 'NOT reached'
  process.stdout.write(`${name.padEnd(66)} ${value.padStart(14)}   ${target.padEnd(16)} ${verdict}\n`)
}
