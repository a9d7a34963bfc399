import { freeServices, type FreeService } from './free-services.ts'
import { startService, withNewAccount, type TestService, type TestServiceOptions } from './service.ts'
import { sql } from './sql.ts'

// A start of the service with a database costs more than most tests. So the tests of a worker process pass services on:
// `stop` gives one back, and the next test that asks for the same options gets it, with a new account.

/** What decides whether a test can use a service that another one has used. */
type SharedOptions = Pick<TestServiceOptions, 'environment' | 'bankMs'>

class SharedService implements FreeService {
  readonly key: string
  readonly service: TestService

  constructor(key: string, service: TestService) {
    this.key = key
    this.service = service
  }

  async lend(): Promise<TestService> {
    this.service.logLines.length = 0
    this.service.clock.advance(restSeconds)
    const service = await withNewAccount(this.service)
    return { ...service, stop: () => this.giveBack() }
  }

  async giveBack(): Promise<void> {
    if (!(await this.isFit())) return this.stop()
    freeServices.push(this)
    if (freeServices.length > maxFree) await freeServices.shift()?.stop()
  }

  stop(): Promise<void> {
    return this.service.stop()
  }

  /** A delivery that is left could reach the receiver of a later test, which may have the same port. */
  private async isFit(): Promise<boolean> {
    if (this.service.clock.now().getTime() - Date.now() > maxAheadMs) return false
    const endpoints = await sql(this.service, 'select from webhook_endpoints limit 1')
    return endpoints.length === 0
  }
}

/** What the tests before have used up of the limits of an address, such as pages in a second, is back after that. */
const restSeconds = 60

/** How many wait for their next use. Each holds connections to the database. */
const maxFree = 3

/** A service whose clock has moved further could lack a partition, or find sessions of earlier tests due. */
const maxAheadMs = 3_600_000

/**
 * A service with a new account, for a test that looks only at its own account. Others have used the service and its
 * database before, but no other test uses it until `stop`. A test that looks at all rows, that counts what strangers
 * may do, or that changes the service itself calls `startService`.
 */
export async function sharedService(options: SharedOptions = {}): Promise<TestService> {
  const key = JSON.stringify(options)
  const at = freeServices.findLastIndex((each) => each instanceof SharedService && each.key === key)
  const [found] = at === -1 ? [] : freeServices.splice(at, 1)
  const shared = found instanceof SharedService ? found : new SharedService(key, await startService(options))
  return shared.lend()
}
