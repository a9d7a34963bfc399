import { createServer } from 'node:net'

/**
 * Above the ports that browsers refuse, and below the ports that systems assign to port 0 (Linux from 32768, others
 * from 49152).
 */
const first = 20_000
const count = 12_000

/**
 * A free port that stays free while a test closes and reopens it: the system never assigns it to a connection or server
 * of another test. A test that can take any port uses port 0 instead.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(false))
    server.listen(port, () => server.close(() => answer(true)))
  })
}
