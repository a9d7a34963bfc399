import { createServer } from 'node:net'

/**
 * Below the ports that systems give to whoever asks for any (Linux from 32768, others from 49152), above those that
 * browsers refuse.
 */
const first = 20_000
const count = 12_000

/**
 * A port that nobody listens on, and that nobody is given by chance while it is let go of and taken again: of the many
 * connections and servers of other test files none can get it. Whoever may take any port takes port 0 instead.
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
