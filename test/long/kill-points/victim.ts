import { letBankNotify } from '../../acquirers/notifications/sender.ts'
import { startService, type TestService } from '../../support/service.ts'
import { TestClock } from '../../support/test-clock.ts'
import { Points, type Point } from './points.ts'

// The process that a kill ends: the service, with a clock and points that its parent controls.

/** What the parent asks for. Each message is answered when its work is done. */
export type Order =
  | { readonly do: 'record' | 'recorded' | 'sweep' | 'work' | 'rest' }
  | { readonly do: 'die at'; readonly point: Point }
  | { readonly do: 'advance'; readonly seconds: number }

export interface Start {
  readonly databaseUrl: string
  readonly masterKey: string
  readonly aheadSeconds: number
  readonly environment: Record<string, string>
}

const points = new Points()
const start = JSON.parse(process.argv[2] ?? '') as Start
const clock = new TestClock()
clock.advance(start.aheadSeconds)

async function open(role: 'api' | 'worker', environment: Record<string, string>): Promise<TestService> {
  const service = await startService({
    databaseUrl: start.databaseUrl,
    masterKey: Buffer.from(start.masterKey, 'hex'),
    clock,
    environment: { ...start.environment, ROLE: role, ...environment },
  })
  if (start.environment['LIVE_PROCESSOR'] === 'sandbox') letBankNotify(service)
  return service
}

const service = await open('api', {})
let worker: TestService | null = null

async function follow(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'record':
      return points.record()
    case 'recorded':
      return points.recorded()
    case 'die at':
      return points.dieAt(order.point)
    case 'advance':
      return clock.advance(order.seconds)
    case 'sweep':
      return service.keepHouse()
    case 'work':
      worker ??= await open('worker', { PORT: '0' })
      return
    case 'rest':
      await worker?.stop()
      worker = null
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  follow(order).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0 })
