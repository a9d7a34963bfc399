import { host } from './host.ts'
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), host)
