/** Where a run keeps files and compiled code, and its mark on every process (test/support/run/main.ts). */
const namesOfRun = ['TMPDIR', 'NODE_COMPILE_CACHE', 'SERVICEPAY_TEST_RUN'] as const

/** These variables of the test's own process, and those of the test run: none of them configures the service. */
export function inheritedEnvironment(...names: readonly string[]): Record<string, string> {
  const values = [...names, ...namesOfRun].map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(values.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
}
