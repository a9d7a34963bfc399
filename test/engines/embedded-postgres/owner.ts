import { startEmbeddedPostgres } from '../../../server/engines/embedded-postgres/start-embedded-postgres.ts'

// A process that runs only the embedded database. `node owner.ts DATA_DIR` prints one line of JSON and runs until
// SIGTERM. SIGUSR2 makes it crash.
const [dataDir = ''] = process.argv.slice(2)
const say = (message: string): void => {
  console.error(message)
}
const postgres = await startEmbeddedPostgres({ dataDir, log: { info: say, warn: say }, onStep: say })
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
process.on('SIGUSR2', () => {
  throw new Error('A bug of the service')
})
setInterval(() => {}, 60_000)
// Last, because the reader of the line may send a signal at once.
console.log(JSON.stringify({ ...postgres, serverPid: postgres.pid }))
