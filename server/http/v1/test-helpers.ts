import { fail, type Failure } from '../../domain/failure.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { clientSecretOf } from '../../domain/sessions/client-secret.ts'
import { merchantSession } from '../../domain/wire/checkout-session.ts'
import { wirePaymentLink } from '../../domain/wire/payment-link.ts'
import { wireRefund } from '../../domain/wire/refund.ts'
import type { SandboxContext } from '../../flows/context.ts'
import {
  approveTwiceInTest,
  closeDisputeInTest,
  completeChallengeInTest,
  disputeInTest,
  expireInTest,
  expireLinkInTest,
  payInTest,
  payLinkInTest,
  payLinkTwiceInTest,
  reverseRefundInTest,
  settleRefundInTest,
} from '../../flows/sandbox/test-helpers.ts'
import { resetTestMode } from '../../flows/sandbox/reset-test-mode.ts'
import { success, type Handlers } from '../requests/contract.ts'

type HelperHandlers = Pick<
  Handlers,
  | 'testPaySession'
  | 'testCompleteChallenge'
  | 'testExpireSession'
  | 'testDisputeSession'
  | 'testCloseDispute'
  | 'testSecondApproval'
  | 'testPayLink'
  | 'testExpirePaymentLink'
  | 'testDuplicateLinkPayment'
  | 'testSettleRefund'
  | 'testReverseRefund'
  | 'testReset'
>

/** What a live key gets from every helper. */
export const testKeysOnly = fail('not_found', {
  message: 'Test helpers work with test keys only.',
  fix: 'Use a test key.',
})

export function testHelperHandlers(context: SandboxContext): HelperHandlers {
  const reply = <Other extends Failure>(scope: Scope, result: { kind: 'session'; session: SessionRecord } | Other) =>
    result.kind === 'session'
      ? success(
          merchantSession(
            result.session,
            clientSecretOf(context.keyring, scope, result.session.id),
            context.settings.baseUrl,
          ),
        )
      : result
  return {
    testPaySession: async ({ caller: { scope }, path, body }) =>
      scope.livemode ? testKeysOnly : reply(scope, await payInTest(context, scope, path.id, body.card)),
    testCompleteChallenge: async ({ caller: { scope }, path, body }) =>
      scope.livemode
        ? testKeysOnly
        : reply(scope, await completeChallengeInTest(context, scope, path.id, body.outcome)),
    testExpireSession: async ({ caller: { scope }, path }) =>
      scope.livemode ? testKeysOnly : reply(scope, await expireInTest(context, scope, path.id)),
    testDisputeSession: async ({ caller: { scope }, path }) =>
      scope.livemode ? testKeysOnly : reply(scope, await disputeInTest(context, scope, path.id)),
    testCloseDispute: async ({ caller: { scope }, path, body }) =>
      scope.livemode ? testKeysOnly : reply(scope, await closeDisputeInTest(context, scope, path.id, body.outcome)),
    testSecondApproval: async ({ caller: { scope }, path }) =>
      scope.livemode ? testKeysOnly : reply(scope, await approveTwiceInTest(context, scope, path.id)),
    testPayLink: async ({ caller: { scope }, path, body }) =>
      scope.livemode ? testKeysOnly : reply(scope, await payLinkInTest(context, scope, path.id, body.card)),
    testExpirePaymentLink: async ({ caller: { scope }, path }) => {
      const result = scope.livemode ? testKeysOnly : await expireLinkInTest(context, scope, path.id)
      return result.kind === 'link' ? success(wirePaymentLink(result.link, context.settings.baseUrl)) : result
    },
    testDuplicateLinkPayment: async ({ caller: { scope }, path }) => {
      const result = scope.livemode ? testKeysOnly : await payLinkTwiceInTest(context, scope, path.id)
      return result.kind === 'link' ? success(wirePaymentLink(result.link, context.settings.baseUrl)) : result
    },
    testSettleRefund: async ({ caller: { scope }, path, body }) => {
      const result = scope.livemode ? testKeysOnly : await settleRefundInTest(context, scope, path.id, body.status)
      return result.kind === 'refund' ? success(wireRefund(result.refund)) : result
    },
    testReverseRefund: async ({ caller: { scope }, path }) => {
      const result = scope.livemode ? testKeysOnly : await reverseRefundInTest(context, scope, path.id)
      return result.kind === 'refund' ? success(wireRefund(result.refund)) : result
    },
    testReset: async ({ caller: { scope, author }, body }) => {
      const { keys = false, webhook_endpoint = false, settings = false } = body.keep ?? {}
      const keep = { keys, webhook_endpoint, settings }
      const done = scope.livemode
        ? testKeysOnly
        : await resetTestMode(context, { merchantId: scope.merchantId, keep, author })
      return done.kind === 'reset'
        ? success({
            object: 'test_reset' as const,
            livemode: false as const,
            deleted_sessions: done.deletedSessions,
            has_more: done.hasMore,
          })
        : done
    },
  }
}
