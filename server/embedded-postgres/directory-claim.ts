import { statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemErrorCode } from './embedded-postgres-error.ts'

/*
 * One process at a time may start, mend and serve a data directory. On Linux a socket in the abstract name space says
 * so: it is taken in one step and the kernel takes it back at the moment its process dies, so it can neither be left
 * over nor be mistaken for another process's. It covers what the advisory lock in the database cannot: the moments
 * in which the database is not up. Elsewhere the advisory lock stands alone.
 */

export type Claim = { kind: 'claimed'; release: () => void } | { kind: 'held'; pid: number | null }

/** A process that was told to end just now may need a moment. */
const patienceMs = 3_000
const pollMs = 100

/** Claims `dataDir` for this process, until `release` or its death. */
export async function claimDirectory(dataDir: string): Promise<Claim> {
  if (process.platform !== 'linux') return { kind: 'claimed', release: () => {} }
  const { dev, ino } = statSync(dataDir, { bigint: true })
  const name = `\0servicepay-postgres-${dev}-${ino}`
  for (let waited = 0; waited < patienceMs; waited += pollMs) {
    const server = await listen(name)
    if (server !== null) return { kind: 'claimed', release: () => server.close() }
    await sleep(pollMs)
  }
  return { kind: 'held', pid: await askHolder(name) }
}

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(`${process.pid}\n`))
    server.once('error', (error) => (systemErrorCode(error) === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })
}

function askHolder(name: string): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect(name)
      .setEncoding('utf8')
      .setTimeout(1_000, () => socket.destroy())
    socket.on('data', (text) => resolve(Number.parseInt(String(text), 10) || null))
    socket.on('error', () => resolve(null)).on('close', () => resolve(null))
  })
}
