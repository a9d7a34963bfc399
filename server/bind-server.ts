import type { Server } from '@hapi/hapi'
import { variables, type Config } from './config/config.ts'
import { dashboardPagesPerMinute, formCallsPerSecond } from './config/fixed-limits.ts'
import type { Keyring } from './domain/crypto/keyring.ts'
import type { Limit, NewLimit } from './domain/queues/rate-limit.ts'
import type { SandboxContext } from './flows/context.ts'
import type { Perform } from './flows/sandbox/situation-run.ts'
import type { RequestRecorder } from './flows/accounts/request-recorder.ts'
import { EncryptionKeys } from './flows/keys/encryption-keys.ts'
import { dashboardAssets } from './dashboard/shell/assets.ts'
import { RequestLimits, type DashboardLimits } from './dashboard/shell/request-limits.ts'
import { bindDashboard } from './dashboard/routes.ts'
import { bindRequestRecorder } from './http/requests/record-requests.ts'
import { bindHealth } from './http/health.ts'
import { bindDoctor } from './http/doctor-route.ts'
import { bindOperations } from './http/bind-operations.ts'
import { cardOperations, pagesWithoutCard, servesNoRequests } from './http/card-operations.ts'
import { Authenticator, type Limits } from './http/callers/authenticate.ts'
import { addressOfRequest } from './http/callers/client-address.ts'
import { observeRequests } from './http/requests/observe-requests.ts'
import { bindProcessorNotifications } from './http/processor-notifications.ts'
import { demoKeyLimit, demoKilobytesLimit, linkOpensLimit, testKilobytesLimit } from './http/limits/stranger-limits.ts'
import { newKeysLimit } from './http/callers/secret-key-lookups.ts'
import { makeServer } from './http/server.ts'
import { shareRequestSlots } from './http/limits/share-request-slots.ts'
import { formChecks } from './http/v1/form.ts'
import { makeHandlers } from './http/v1/handlers.ts'
import { performingWith } from './http/v1/perform-operation.ts'
import type { Handlers } from './http/requests/contract.ts'
import type { SharedLimits } from './engines/limits/shared-limits.ts'
import type { Metrics } from './engines/metrics/open-metrics.ts'
import { formAssets } from './pages/form/form-assets.ts'
import { bindPages, bindPaymentPages, pagesForPeople } from './pages/routes.ts'
import { poolUse, type Database } from './store/sql/database.ts'

/** What the server of a process needs. */
interface ServerParts {
  readonly context: SandboxContext
  readonly config: Config
  readonly newLimit: NewLimit
  readonly db: Database
  readonly checkingDb: Database
  readonly cardKeyring: Keyring | null
  readonly metrics: Metrics | null
  readonly sharedLimits: SharedLimits | null
  readonly isDraining: () => boolean
  /** Null: this process runs no worker. */
  readonly isWorking: (() => boolean) | null
}

interface BoundServer {
  readonly server: Server
  readonly recorder: RequestRecorder
}

/** Makes the HTTP server of a process, with what its role serves. */
export async function bindServer(parts: ServerParts): Promise<BoundServer> {
  const { context, config, metrics, sharedLimits, isDraining } = parts
  const { role, host, port, keepAliveSeconds } = config
  const server = makeServer(context, { host, port, keepAliveSeconds }, isDraining, {
    noRoute: noRouteOf[role],
    ...(role !== 'worker' && { pageFor: pagesForPeople(await formAssets()) }),
  })
  const encryptionKeys = new EncryptionKeys(context, parts.cardKeyring)
  const recorder = bindRequestRecorder(server, context)
  if (metrics) observeRequests(server, (seen) => metrics.countRequest(seen))
  bindHealth(server, {
    db: parts.checkingDb,
    isDraining,
    readCardKeys: role === 'cards' ? () => encryptionKeys.current() : null,
    isWorking: parts.isWorking,
    needsWorker: role === 'worker',
    sharesLimits: sharedLimits && (() => sharedLimits.isShared()),
    log: context.log,
  })
  const handlersIn = (inTime: SandboxContext): Handlers => makeHandlers(inTime, { encryptionKeys, perform })
  const perform = performingWith(context, handlersIn)
  if (role !== 'worker') await bindPayments(server, parts, handlersIn)
  if (role === 'all' || role === 'api') await bindMerchants(server, parts, perform)
  return { server, recorder }
}

/** The operations of the contract, and the pages on which customers pay. */
async function bindPayments(
  server: Server,
  { context, config, newLimit, db }: ServerParts,
  handlersIn: (inTime: SandboxContext) => Handlers,
): Promise<void> {
  const authenticator = new Authenticator(context, limitsOf(config, newLimit), config.publicDemoKey)
  shareRequestSlots(server, {
    sourceOf: (request) => authenticator.sourceOf(request),
    isDatabaseBusy: () => poolUse(db).waiting > 0,
  })
  bindOperations(
    server,
    context,
    { handlersIn, checks: formChecks },
    authenticator,
    config.role === 'cards' ? cardOperations : undefined,
  )
  bindPaymentPages(server, context, await formAssets())
}

/** What merchants, processors, and visitors ask for. */
async function bindMerchants(
  server: Server,
  { context, config, newLimit }: ServerParts,
  perform: Perform,
): Promise<void> {
  bindProcessorNotifications(server, context, {
    addressOf: (request) => addressOfRequest(config.trustProxy, request),
    newLimit,
  })
  bindDoctor(server, context, (request) => addressOfRequest(config.trustProxy, request))
  bindPages(server, context, await formAssets(), {
    demoKey: config.publicDemoKey,
    signUp: config.signUp,
    variables,
  })
  bindDashboard(server, {
    context,
    perform,
    situationLinks: config.situationLinks
      ? newLimit('situation link', { capacity: config.signupLimitPerHour, perSeconds: 3600 })
      : null,
    assets: await dashboardAssets(),
    addressOf: (request) => addressOfRequest(config.trustProxy, request),
    limits: new RequestLimits(dashboardLimits(newLimit), context.clock),
  })
}

/** The reply to a path that a process of this role does not serve. Undefined: the usual one. */
const noRouteOf = { all: undefined, api: undefined, cards: pagesWithoutCard, worker: servesNoRequests }

function limitsOf(config: Config, newLimit: NewLimit): Limits {
  const rate = config.rateLimitPerSecond
  return {
    perKey: newLimit('key', { capacity: rate, perSeconds: 1 }),
    newKeys: newKeysLimit(newLimit),
    demoKey: demoKeyLimit(newLimit, rate),
    linkOpens: linkOpensLimit(newLimit, rate),
    demoKilobytes: demoKilobytesLimit(newLimit, config.testStorageGigabytes),
    testKilobytes: testKilobytesLimit(newLimit, config.testStorageGigabytes),
    perSession: newLimit('session', { capacity: formCallsPerSecond, perSeconds: 1 }),
    perAddress: newLimit('address', { capacity: rate, perSeconds: 1 }),
    signup: newLimit('signup', { capacity: config.signupLimitPerHour, perSeconds: 3600 }),
    trustProxy: config.trustProxy,
  }
}

function dashboardLimits(newLimit: NewLimit): DashboardLimits {
  const perMinute = (name: string, capacity: number): Limit => newLimit(name, { capacity, perSeconds: 60 })
  return {
    perPerson: perMinute('person', dashboardPagesPerMinute.person),
    perAccount: perMinute('account', dashboardPagesPerMinute.account),
    perAddress: perMinute('page address', dashboardPagesPerMinute.address),
  }
}
