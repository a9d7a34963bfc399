import { cardFormStatements } from './statements/card-form.ts'
import { endpointsStatements } from './statements/endpoints.ts'
import { errorsAndLimitsStatements } from './statements/errors-and-limits.ts'
import { eventsStatements } from './statements/events.ts'
import { resourcesStatements } from './statements/resources.ts'
import { securityStatements } from './statements/security.ts'
import { statesStatements } from './statements/states.ts'
import { versionsAndAdditionsStatements } from './statements/versions-and-additions.ts'
import { testFiles, type Proof } from './statements/test-files.ts'

// The specification is the document that this contract was written from; it is not part of the repository. The files in
// test/contract/statements/ list each of its sentences that can be true or false, in short words, with the tests that
// prove it. statements.test.ts checks that those tests exist.

export interface Statement {
  readonly section: string
  readonly text: string
  readonly proofs: readonly { readonly file: string; readonly test: string }[]
}

const sections = Object.entries({
  ...resourcesStatements,
  ...statesStatements,
  ...endpointsStatements,
  ...cardFormStatements,
  ...securityStatements,
  ...eventsStatements,
  ...errorsAndLimitsStatements,
  ...versionsAndAdditionsStatements,
})

export const statements: readonly Statement[] = sections.flatMap(([section, rows]) =>
  rows.map(([text, ...proofs]) => ({ section, text, proofs: proofs.map(testNamed) })),
)

function testNamed(proof: Proof): { file: string; test: string } {
  const [name = '', ...title] = proof.split(': ')
  const file = Object.entries(testFiles).find(([key]) => key === name)?.[1]
  if (file === undefined) throw new Error(`Bug: no test file is called ${name}`)
  return { file, test: title.join(': ') }
}
