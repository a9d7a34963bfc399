import type { Config } from '../../config/config.ts'
import { isLoopback, isThisMachine } from '../../domain/loopback.ts'
import type { Database } from '../../store/sql/database.ts'
import { countStrangersAccounts } from '../../store/accounts/merchants.ts'
import { counted, ok, warning, type Finding } from './finding.ts'

type Entrances = Pick<Config, 'signUp' | 'publicDemoKey' | 'baseUrl' | 'host'>

/** What a stranger can do without an account. */
export async function examineSignUp(entrances: Entrances, db: Database, now: Date): Promise<Finding> {
  return judgeSignUp(entrances, entrances.signUp === 'open' ? 0 : await countStrangersAccounts(db, now))
}

/** `unclaimed`: accounts from the time before, whose keys still work, and into which nobody has signed in. */
export function judgeSignUp({ signUp, publicDemoKey, baseUrl, host }: Entrances, unclaimed: number): Finding {
  const isPublic = baseUrl === null ? !isThisMachine(host) : !isLoopback(new URL(baseUrl).hostname)
  if (signUp === 'open')
    return isPublic
      ? warning(
          'Everyone can open an account, and then make test pages at your address under any name.',
          'Set SIGNUP=invite or SIGNUP=closed, unless you offer a sandbox to the public.',
        )
      : ok('Everyone who reaches this machine can open an account.')
  if (publicDemoKey !== null)
    return warning('SIGNUP does not let everyone in, but the public demo key does.', 'Remove PUBLIC_DEMO_KEY.')
  if (unclaimed > 0)
    return warning(
      `Only ${signUp === 'invite' ? 'invited people' : 'people with an account'} get in, but ` +
        `keys of ${counted(unclaimed, 'account')} that nobody has claimed still work.`,
      'List the accounts (`npm run account -- --list`), and end the keys of strangers: ' +
        '`npm run account -- <merchant_id> --revoke-key <id>`.',
    )
  return ok(signUp === 'invite' ? 'Only people whom you invite can open an account.' : 'Nobody can open an account.')
}
