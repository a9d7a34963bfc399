import { isFailure, type Failure } from '../../domain/failure.ts'
import { findMerchant } from '../../store/accounts/merchants.ts'
import type { Visitor } from '../accounts/limit-sign-in.ts'
import { openGuestAccount, type NotOpen } from '../accounts/open-account.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import type { FlowContext } from '../context.ts'
import { setUpSituation, type SetUp } from './set-up-situation.ts'
import type { Perform } from './situation-run.ts'
import { findSituation } from './situations.ts'

interface Opened {
  readonly kind: 'opened'
  readonly signedIn: SignedIn
  readonly secretKey: string
  /** A failure: the account is open and empty. */
  readonly setUp: SetUp | Failure
}

/** Opens a new test account in a situation, signed in (spec/decisions/sandbox.md#links-to-situations). */
export async function openSituation(
  context: FlowContext,
  perform: Perform,
  visitor: Visitor,
  name: string,
): Promise<Opened | NotOpen | Failure<'not_found'>> {
  const situation = findSituation(name)
  if (isFailure(situation)) return situation
  const guest = await openGuestAccount(context, visitor)
  if (guest.kind === 'not_open') return guest
  const { email, secretKey, ...signedIn } = guest
  const { merchantId, personId } = signedIn
  const merchant = await findMerchant(context.db, merchantId)
  if (!merchant) throw new Error('Bug: the account that was just opened does not exist')
  const author = { personId, actor: email, address: visitor.address }
  const setUp = await setUpSituation(
    context,
    perform,
    { scope: { merchantId, livemode: false }, merchant, author },
    name,
  )
  return { kind: 'opened', signedIn, secretKey, setUp }
}
