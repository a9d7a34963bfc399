import { optionalOneOf, type Variable } from '../domain/variable.ts'
import { acquirers, configureAcquirers, type AcquirerSettings } from '../processors/acquirers.ts'

const names = acquirers.map(({ name }) => name)

/** The variables of one acquirer. Their types differ, so the list of acquirers does not know them. */
function byName(variables: object): Readonly<Record<string, Variable<unknown>>> {
  return { ...variables }
}

/** The variables of the acquirers. Only `readAcquirers` reads them, so their names are not part of the type. */
const acquirerVariables: Readonly<Record<never, Variable<unknown>>> = Object.fromEntries(
  acquirers.flatMap(({ variables }) => Object.values(byName(variables)).map((one) => [one.name, one])),
)

/** The variables of live mode. */
export const liveVariables = {
  liveProcessor: optionalOneOf('LIVE_PROCESSOR', [...names, 'sandbox'], {
    description:
      `Who takes the payments of live mode: ${names.map((name) => `\`${name}\``).join(', ')}, or \`sandbox\` to ` +
      'rehearse with the simulated bank. Payments and refunds that another processor started stay with that processor.',
  }),
  ...acquirerVariables,
  embeddedLive: optionalOneOf('EMBEDDED_LIVE', ['accept'], {
    description:
      '`accept` allows real payments on the embedded database, which has no standby. ' +
      'Without it, real payments need `DATABASE_URL`.',
  }),
}

/** The settings of every acquirer. */
export function readAcquirers(read: (variable: Variable<unknown>) => unknown): AcquirerSettings {
  const valuesOf = (variables: object): object =>
    Object.fromEntries(Object.entries(byName(variables)).map(([name, variable]) => [name, read(variable)]))
  return Object.fromEntries(acquirers.map(({ name, variables }) => [name, valuesOf(variables)]))
}

/** Whether live mode moves real money with these settings. */
export function movesRealMoney(liveProcessor: string | null, settings: AcquirerSettings): boolean {
  const acquirer = liveProcessor === null ? undefined : configureAcquirers(settings).get(liveProcessor)
  return acquirer !== undefined && acquirer.testSetting === null
}

/** What does not fit together in the settings of the acquirers. */
export function problemsOfAcquirers(settings: AcquirerSettings): string[] {
  return acquirers.flatMap((acquirer) => acquirer.problemsOfSettings(settings[acquirer.name] ?? {}))
}
