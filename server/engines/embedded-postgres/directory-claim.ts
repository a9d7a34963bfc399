import { statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemErrorCode } from './embedded-postgres-error.ts'

/*
 * Only one process at a time may start, repair and serve a data directory. On Linux, a socket in the abstract namespace
 * is the claim: listening on it is atomic, and the kernel removes it when its process dies, so no stale claim remains.
 * It also works while the database is down, when the advisory lock of `owner-lock.ts` does not. On other systems the
 * advisory lock is the only protection.
 */

export type Claim = { kind: 'claimed'; release: () => void } | { kind: 'held'; pid: number | null }

/** How long to wait for a process that is just ending. */
const claimTimeoutMs = 3_000
const pollMs = 100

/** Claims `dataDir` for this process, until `release` or the end of the process. */
export async function claimDirectory(dataDir: string): Promise<Claim> {
  if (process.platform !== 'linux') return { kind: 'claimed', release: () => {} }
  const { dev, ino } = statSync(dataDir, { bigint: true })
  const name = `\0servicepay-postgres-${dev}-${ino}`
  for (let waited = 0; waited < claimTimeoutMs; waited += pollMs) {
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
