import type { Test } from 'tap'
import type { Stage } from '../stage.ts'

/** One sentence of the conformance suite. */
export interface Case {
  readonly title: string
  run(t: Test, stage: Stage): Promise<void>
}

/** The cases of one part of the contract, for what this processor can do. */
export type Cases = (stage: Stage) => readonly Case[]
