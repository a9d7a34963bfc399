// Generated from spec/ by `npm run generate`. Do not edit.
import { keyOf, sent, type Api } from '../sdk/src/api.ts'
import type { WithLastResponse } from '../sdk/src/answers.ts'
import type { RequestOptions } from '../sdk/src/options.ts'
import { pagesOf } from '../sdk/src/pages.ts'
import type { Resources } from './sdk-types.ts'

/** The methods of every resource. */
export function resourcesOver({ client, send }: Api): Resources<RequestOptions, WithLastResponse> {
  return {
    checkout: {
      sessions: {
        create: (params, options) => send(options, (call) => client.POST('/v1/checkout/sessions', { ...call, params: { header: keyOf(options) }, body: sent(params) })),
        list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/checkout/sessions', { ...call, params: { query: sent(params) } }))),
        retrieve: (id, options) => send(options, (call) => client.GET('/v1/checkout/sessions/{id}', { ...call, params: { path: { id } } })),
        refund: (id, params, options) => send(options, (call) => client.POST('/v1/checkout/sessions/{id}/refunds', { ...call, params: { path: { id }, header: keyOf(options) }, body: sent(params) })),
        expire: (id, options) => send(options, (call) => client.POST('/v1/checkout/sessions/{id}/expire', { ...call, params: { path: { id } } })),
        search: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/search/checkout/sessions', { ...call, params: { query: sent(params) } }))),
      },
    },
    refunds: {
      list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/refunds', { ...call, params: { query: sent(params) } }))),
      retrieve: (id, options) => send(options, (call) => client.GET('/v1/refunds/{id}', { ...call, params: { path: { id } } })),
    },
    disputes: {
      list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/disputes', { ...call, params: { query: sent(params) } }))),
      retrieve: (id, options) => send(options, (call) => client.GET('/v1/disputes/{id}', { ...call, params: { path: { id } } })),
    },
    webhookEndpoints: {
      set: (params, options) => send(options, (call) => client.POST('/v1/webhook_endpoints', { ...call, body: sent(params) })),
      retrieve: (options) => send(options, (call) => client.GET('/v1/webhook_endpoint', call)),
      delete: (options) => send(options, (call) => client.DELETE('/v1/webhook_endpoint', call)),
      createNextSecret: (options) => send(options, (call) => client.POST('/v1/webhook_endpoint/next_secret', call)),
      deleteNextSecret: (options) => send(options, (call) => client.DELETE('/v1/webhook_endpoint/next_secret', call)),
      useNextSecret: (params, options) => send(options, (call) => client.POST('/v1/webhook_endpoint/next_secret/use', { ...call, body: sent(params) })),
    },
    events: {
      list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/events', { ...call, params: { query: sent(params) } }))),
      retrieve: (id, options) => send(options, (call) => client.GET('/v1/events/{id}', { ...call, params: { path: { id } } })),
      resend: (id, options) => send(options, (call) => client.POST('/v1/events/{id}/resend', { ...call, params: { path: { id } } })),
    },
    eventResends: {
      list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/event_resends', { ...call, params: { query: sent(params) } }))),
    },
    apiRequests: {
      list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/api_requests', { ...call, params: { query: sent(params) } }))),
      retrieve: (id, options) => send(options, (call) => client.GET('/v1/api_requests/{id}', { ...call, params: { path: { id } } })),
    },
    sandbox: {
      signup: (params, options) => send(options, (call) => client.POST('/v1/sandbox/signup', { ...call, headers: { ...call.headers, Authorization: null }, body: sent(params) })),
    },
    paymentLinks: {
      create: (params, options) => send(options, (call) => client.POST('/v1/payment_links', { ...call, params: { header: keyOf(options) }, body: sent(params) })),
      list: (params, options) => pagesOf(params, 20, (params) => send(options, (call) => client.GET('/v1/payment_links', { ...call, params: { query: sent(params) } }))),
      retrieve: (id, options) => send(options, (call) => client.GET('/v1/payment_links/{id}', { ...call, params: { path: { id } } })),
      deactivate: (id, options) => send(options, (call) => client.POST('/v1/payment_links/{id}/deactivate', { ...call, params: { path: { id } } })),
    },
    testHelpers: {
      checkout: {
        sessions: {
          pay: (id, params, options) => send(options, (call) => client.POST('/v1/test_helpers/checkout/sessions/{id}/pay', { ...call, params: { path: { id } }, body: sent(params) })),
          completeChallenge: (id, params, options) => send(options, (call) => client.POST('/v1/test_helpers/checkout/sessions/{id}/complete_challenge', { ...call, params: { path: { id } }, body: sent(params) })),
          expire: (id, options) => send(options, (call) => client.POST('/v1/test_helpers/checkout/sessions/{id}/expire', { ...call, params: { path: { id } } })),
          dispute: (id, options) => send(options, (call) => client.POST('/v1/test_helpers/checkout/sessions/{id}/dispute', { ...call, params: { path: { id } } })),
          closeDispute: (id, params, options) => send(options, (call) => client.POST('/v1/test_helpers/checkout/sessions/{id}/close_dispute', { ...call, params: { path: { id } }, body: sent(params) })),
          secondApproval: (id, options) => send(options, (call) => client.POST('/v1/test_helpers/checkout/sessions/{id}/second_approval', { ...call, params: { path: { id } } })),
        },
      },
      paymentLinks: {
        pay: (id, params, options) => send(options, (call) => client.POST('/v1/test_helpers/payment_links/{id}/pay', { ...call, params: { path: { id } }, body: sent(params) })),
        expire: (id, options) => send(options, (call) => client.POST('/v1/test_helpers/payment_links/{id}/expire', { ...call, params: { path: { id } } })),
        duplicatePayment: (id, options) => send(options, (call) => client.POST('/v1/test_helpers/payment_links/{id}/duplicate_payment', { ...call, params: { path: { id } } })),
      },
      refunds: {
        settle: (id, params, options) => send(options, (call) => client.POST('/v1/test_helpers/refunds/{id}/settle', { ...call, params: { path: { id } }, body: sent(params) })),
        reverse: (id, options) => send(options, (call) => client.POST('/v1/test_helpers/refunds/{id}/reverse', { ...call, params: { path: { id } } })),
      },
      clock: {
        retrieve: (options) => send(options, (call) => client.GET('/v1/test_helpers/clock', call)),
        advance: (params, options) => send(options, (call) => client.POST('/v1/test_helpers/clock', { ...call, body: sent(params) })),
        reset: (options) => send(options, (call) => client.DELETE('/v1/test_helpers/clock', call)),
      },
      faults: {
        retrieve: (options) => send(options, (call) => client.GET('/v1/test_helpers/faults', call)),
        begin: (params, options) => send(options, (call) => client.POST('/v1/test_helpers/faults', { ...call, body: sent(params) })),
        end: (options) => send(options, (call) => client.DELETE('/v1/test_helpers/faults', call)),
      },
      reset: (params, options) => send(options, (call) => client.POST('/v1/test_helpers/reset', { ...call, body: sent(params) })),
      situations: {
        list: (options) => send(options, (call) => client.GET('/v1/test_helpers/situations', call)),
        setUp: (name, options) => send(options, (call) => client.POST('/v1/test_helpers/situations/{name}', { ...call, params: { path: { name } } })),
      },
    },
  }
}
