import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock, type Clock } from '../../../server/domain/time/clock.ts'
import { newAccount, newPspReference, type StandInAccount } from './accounts.ts'
import { Books } from './books.ts'
import { CheckoutApi, type RecordedCall } from './checkout-api.ts'
import { Faults } from './faults.ts'
import { listenOnLoopback, sendCsv, sendText } from './http.ts'
import { IssuerPages, type IssuerManners } from './issuer-pages.ts'
import type { NewItem } from './notification-items.ts'
import { Notifications, type QueuedItem } from './notifications.ts'
import { Operations } from './operations.ts'
import type { ReplyManners } from './replies.ts'
import { resultOfName, type Result } from './results.ts'
import { Settlement } from './settlement.ts'
import { encodeJson, ThreeDSecure, type Authenticating, type CustomerAnswer } from './three-d-secure.ts'
import { Violations } from './violations.ts'

export interface StandInOptions {
  readonly account?: Partial<StandInAccount>
  /** Dates events and ends periods for evidence. Default: the real time. */
  readonly clock?: Clock
  /** Chooses the calls that a share of faults hits. */
  readonly seed?: number
  readonly notificationDelayMs?: number
  /** Default: the stand-in sends a refused notification again only when a test says so. */
  readonly resendAfterMs?: number
  /** Default: free ports. */
  readonly port?: number
  readonly issuerPort?: number
  /** Makes the page at `/`. Default: none. */
  readonly home?: (standIn: AdyenStandIn) => (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** What the browser brings back after the customer's answer. */
export interface CustomerReturn {
  /** Of a redirect: the merchant's page with the result. */
  readonly returnAddress: string
  readonly redirectResult: string
  /** Of the issuer's page: the field that it posts to the merchant. */
  readonly cres: string
  /** As Adyen's component encodes the result. */
  readonly threeDSResult: string
}

const version = '/v72'

/** Starts a server that keeps Adyen's contract, and the issuer's pages on another origin. */
export async function startAdyenStandIn(options: StandInOptions = {}): Promise<AdyenStandIn> {
  const standIn = new AdyenStandIn(options)
  await standIn.listen()
  return standIn
}

export class AdyenStandIn {
  readonly accounts: StandInAccount[]
  readonly books: Books
  readonly notifications: Notifications
  readonly settlement: Settlement
  readonly faults: Faults
  readonly violations = new Violations()
  /** How the issuer's pages behave. */
  readonly issuer: IssuerManners = { forbidsFrames: false, ignoresFingerprint: false }
  /** How Adyen replies after a redirect. */
  readonly replies: ReplyManners = { isBrief: false, renamesPayment: false }
  readonly #options: StandInOptions
  readonly #threeDSecure: ThreeDSecure
  readonly #operations: Operations
  readonly #api: CheckoutApi
  readonly #pages: IssuerPages
  #nextResult: Result | null = null
  #origin = ''
  #issuerOrigin = ''
  readonly #servers: { stop(): Promise<void> }[] = []

  constructor(options: StandInOptions) {
    this.#options = options
    const clock = options.clock ?? systemClock
    this.accounts = [newAccount(options.account)]
    this.faults = new Faults(options.seed ?? 1)
    this.notifications = new Notifications({
      clock,
      ...(options.notificationDelayMs !== undefined && { delayMs: options.notificationDelayMs }),
      ...(options.resendAfterMs !== undefined && { resendAfterMs: options.resendAfterMs }),
    })
    this.books = new Books({ clock, notify: (account, item) => void this.notifications.add(account, item) })
    this.settlement = new Settlement(this.books, clock)
    this.#threeDSecure = new ThreeDSecure(() => ({ adyen: this.#origin, acs: this.#issuerOrigin }))
    this.#operations = new Operations({
      books: this.books,
      threeDSecure: this.#threeDSecure,
      manners: this.replies,
      takeNextResult: () => {
        const next = this.#nextResult
        this.#nextResult = null
        return next
      },
    })
    this.#api = new CheckoutApi({
      accounts: this.accounts,
      operations: this.#operations.all,
      faults: this.faults,
      violations: this.violations,
    })
    this.#pages = new IssuerPages({
      threeDSecure: this.#threeDSecure,
      violations: this.violations,
      manners: this.issuer,
      onRedirectAnswered: (authenticating) => this.#operations.endRedirect(authenticating),
    })
  }

  /** The only account, or the first one. */
  get account(): StandInAccount {
    const [account] = this.accounts
    if (!account) throw new Error('The stand-in has no account')
    return account
  }

  /** For `ADYEN_CHECKOUT_URL`. */
  get checkoutUrl(): string {
    return `${this.#origin}${version}`
  }

  /** The origin of the API and of Adyen's own pages. */
  get origin(): string {
    return this.#origin
  }

  /** The origin of the issuer's pages. */
  get issuerOrigin(): string {
    return this.#issuerOrigin
  }

  /** Every call of a known account, in order. */
  get calls(): readonly RecordedCall[] {
    return this.#api.calls
  }

  addAccount(account: Partial<StandInAccount> & { readonly merchantAccount: string }): StandInAccount {
    const added = newAccount(account)
    this.accounts.push(added)
    return added
  }

  /** Decides the next payment, whatever its card: a name such as `NOT_ENOUGH_BALANCE` or `PENDING`. */
  decideNext(name: string): void {
    this.#nextResult = resultNamed(name)
  }

  /** The late decision of an issuer that first answered `PENDING`. */
  settle(reference: string, name: string): void {
    this.books.decide(this.books.only(reference), resultNamed(name))
  }

  /** The customer's answer, as if given on the issuer's page. */
  customerAnswers(reference: string, answer: CustomerAnswer): CustomerReturn {
    const authenticating = this.authenticationOf(reference)
    this.#threeDSecure.answer(authenticating, answer)
    this.#operations.endRedirect(authenticating)
    const { authorisationToken, transStatus } = authenticating
    return {
      returnAddress: this.#threeDSecure.returnAddress(authenticating),
      redirectResult: authenticating.redirectResult,
      cres: this.#threeDSecure.cres(authenticating),
      threeDSResult: encodeJson({ transStatus, authorisationToken }, 'base64'),
    }
  }

  /** The last authentication under a reference. */
  authenticationOf(reference: string): Authenticating {
    const found = this.#threeDSecure.all.findLast(({ payment }) => payment.reference === reference)
    if (!found) throw new Error(`No payment under ${reference} waits for its customer`)
    return found
  }

  /** Announces a report. `address` is where the merchant downloads it. */
  announceReport(name: string, address: string, account = this.account): QueuedItem {
    return this.#announce(account, { eventCode: 'REPORT_AVAILABLE', pspReference: name, reason: address })
  }

  /** Sends an event of a type that Adyen has not published. */
  announceUnknown(eventCode = 'SOMETHING_NEW', account = this.account): QueuedItem {
    return this.#announce(account, { eventCode, pspReference: newPspReference(), reason: '' })
  }

  async listen(): Promise<void> {
    const { port = 0, issuerPort = 0 } = this.#options
    const adyen = await listenOnLoopback(port, (request, response) => this.#handle(request, response))
    this.#servers.push(adyen)
    const issuer = await listenOnLoopback(issuerPort, (request, response) =>
      this.#page(this.#pages.issuer, request, response),
    )
    this.#servers.push(issuer)
    this.#origin = adyen.origin
    this.#issuerOrigin = issuer.origin
  }

  /** Stops both servers. Throws when the service sent what Adyen's documents do not allow. */
  async stop(): Promise<void> {
    await this.notifications.stop()
    await Promise.all(this.#servers.map((server) => server.stop()))
    this.violations.throwIfAny()
  }

  #announce(account: StandInAccount, item: Pick<NewItem, 'eventCode' | 'pspReference' | 'reason'>): QueuedItem {
    return this.notifications.add(account, {
      ...item,
      merchantReference: '',
      amount: { currency: 'EUR', value: 0 },
      success: 'true',
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.#origin)
    if (pathname === '/' && this.#options.home) return this.#options.home(this)(request, response)
    const report = this.settlement.file(pathname.slice('/reports/'.length))
    if (pathname.startsWith('/reports/') && report !== undefined) return sendCsv(response, report)
    if (pathname.startsWith(`${version}/`)) return this.#api.handle(request, response, pathname.slice(version.length))
    await this.#page(this.#pages.adyen, request, response)
  }

  async #page(handlers: IssuerPages['issuer'], request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin)
    const handler = handlers[`${request.method ?? ''} ${url.pathname}`]
    if (handler) await handler(request, response, url)
    else sendText(response, 404, 'No such page')
  }
}

function resultNamed(name: string): Result {
  const result = resultOfName(name)
  if (!result) throw new Error(`Adyen has no result ${name}`)
  return result
}
