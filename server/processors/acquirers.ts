import type { Acquirer, AcquirerDeclaration } from './acquirer.ts'
import { adyen } from './adyen/acquirer.ts'

/** Every acquirer that live mode can use: one row each. The sandbox bank is not an acquirer. */
export const acquirers: readonly AcquirerDeclaration[] = [adyen]

/** The settings of each acquirer, by its name. */
export type AcquirerSettings = Readonly<Record<string, object>>

/** The acquirers by name, with the settings of this service. */
export function configureAcquirers(settings: AcquirerSettings): ReadonlyMap<string, Acquirer> {
  return new Map(acquirers.map((declared) => [declared.name, configured(declared, settings[declared.name] ?? {})]))
}

function configured(declared: AcquirerDeclaration, settings: object): Acquirer {
  return { ...declared, ...declared.configure(settings) }
}
