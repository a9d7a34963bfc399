import type { SandboxContext } from '../../flows/context.ts'
import { setUpSituation } from '../../flows/sandbox/set-up-situation.ts'
import type { Perform } from '../../flows/sandbox/situation-run.ts'
import { allSituations } from '../../flows/sandbox/situations.ts'
import { success, type Handlers } from '../requests/contract.ts'
import { testKeysOnly } from './test-helpers.ts'

type SituationHandlers = Pick<Handlers, 'testListSituations' | 'testSetUpSituation'>

export function situationHandlers(context: SandboxContext, perform: Perform): SituationHandlers {
  return {
    testListSituations: ({ caller: { scope } }) =>
      Promise.resolve(
        scope.livemode
          ? testKeysOnly
          : success({
              object: 'list' as const,
              has_more: false as const,
              data: allSituations().map(({ name, title, description, days }) => ({
                object: 'test_situation' as const,
                name,
                title,
                description,
                days,
              })),
            }),
      ),
    testSetUpSituation: async ({ caller, path }) => {
      if (caller.scope.livemode) return testKeysOnly
      const done = await setUpSituation(context, perform, caller, path.name)
      if (done.kind === 'failure') return done
      return success({
        object: 'test_situation_result',
        situation: done.situation.name,
        livemode: false,
        status: done.problem ? 'incomplete' : 'complete',
        ids: done.ids,
        now: done.now.toISOString(),
        problem: done.problem,
      })
    },
  }
}
