import type { CredentialFields, Credentials, CredentialValues } from '../domain/acquirers/credentials.ts'
import type { Clock } from '../domain/time/clock.ts'
import type { Variable } from '../domain/variable.ts'
import type { Processor } from './processor.ts'
import type { SettlementReports } from './settlement.ts'

/**
 * What the folder of an acquirer declares. The settings of the service, the account command, the dashboard, the sealed
 * credentials, the connection check and the registry all work from it.
 */
export interface AcquirerDeclaration<Settings extends object = object> extends AcquirerTexts {
  /** In `LIVE_PROCESSOR`, addresses, options, the database and metrics: lower-case letters and digits. */
  readonly name: string
  readonly fields: CredentialFields
  /** The reports about what it has paid out. Null: the service does not read them. */
  readonly settlementReports: SettlementReports | null
  /** The environment variables of the acquirer, in the order of the documentation. */
  readonly variables: { readonly [Name in keyof Settings]: Variable<Settings[Name]> }
  /** One sentence for the operator for each setting that does not fit another one. The service then does not start. */
  problemsOfSettings(settings: Settings): readonly string[]
  configure(settings: Settings): AcquirerCalls
}

/** What people read about the acquirer. */
interface AcquirerTexts {
  /** Its name. */
  readonly label: string
  /** The page of our documentation about it. */
  readonly guide: string
  /** Where merchants find their credentials, their payments and their reports. */
  readonly credentialsAt: string
  /** What merchants must do so that it sends notifications to the address that follows. Null: it sends none. */
  readonly notificationsStep: string | null
  /** What each result of a connection check means, and what to do. */
  readonly checkResults: Readonly<Record<ConnectionResult, string>>
}

/** An acquirer with the settings of this service. */
interface AcquirerCalls {
  /** The setting that chose a platform on which no real money moves, such as `NAME_ENVIRONMENT=test`. */
  readonly testSetting: string | null
  /** One sentence for each field that is wrong or missing because of the other fields or the settings. */
  problemsOf(values: CredentialValues): Record<string, string>
  /** Asks the acquirer whether it accepts the credentials. Moves no money, has a time limit, and never throws. */
  check(credentials: Credentials): Promise<ConnectionResult>
  /** Null: the credentials do not fit the settings. */
  createProcessor(credentials: Credentials, parts: ProcessorParts): Processor | null
}

export type Acquirer = Omit<AcquirerDeclaration, 'variables' | 'problemsOfSettings' | 'configure'> & AcquirerCalls

export interface ProcessorParts {
  readonly clock: Clock
  readonly log: ProcessorLog
  /** What customers read on their card statement. Null: what is set at the acquirer. */
  readonly statementDescriptor: string | null
}

/** Structured log: fields first. An adapter never logs card data, keys or texts that the acquirer may have echoed. */
export interface ProcessorLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * `wrong_key`: the acquirer does not know the key. `wrong_account`: it does not know the merchant's account.
 * `no_permission`: the key may not use that account, or not this API. These three stop new live checkouts.
 * `unclear`: any other answer.
 */
export type ConnectionResult = 'ok' | 'wrong_key' | 'wrong_account' | 'no_permission' | 'unreachable' | 'unclear'
