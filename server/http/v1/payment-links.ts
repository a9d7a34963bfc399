import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import { noSuch } from '../../domain/refusals.ts'
import { wirePaymentLink } from '../../domain/wire/payment-link.ts'
import type { FlowContext } from '../../flows/context.ts'
import { createPaymentLink } from '../../flows/links/create-payment-link.ts'
import { closePaymentLink } from '../../flows/links/expire-payment-link.ts'
import { readPaymentLink, readPaymentLinks } from '../../flows/links/read-payment-links.ts'
import { readPage } from '../../flows/reads/read-page.ts'
import { findPaymentLink } from '../../store/links/payment-links.ts'
import { success, type Handlers } from '../requests/contract.ts'

type LinkHandlers = Pick<
  Handlers,
  'createPaymentLink' | 'listPaymentLinks' | 'retrievePaymentLink' | 'deactivatePaymentLink'
>

export function paymentLinkHandlers(context: FlowContext): LinkHandlers {
  const wire = (link: PaymentLinkRecord) => wirePaymentLink(link, context.settings.baseUrl)
  return {
    createPaymentLink: async ({ caller, body, requestKey }) => {
      const result = await createPaymentLink(context, caller.merchant, caller.scope, body, requestKey)
      return result.kind === 'link' ? success(wire(result.link)) : result
    },
    listPaymentLinks: ({ caller, query }) => {
      const startingAfter = query.starting_after ?? null
      const filter = { status: query.status ?? null, after: startingAfter, limit: query.limit }
      return readPage(
        context,
        caller.scope,
        { startingAfter, noun: 'payment link', find: findPaymentLink },
        async (reading) => {
          const { links, hasMore } = await readPaymentLinks(reading, caller.scope, filter)
          return success({ object: 'list', has_more: hasMore, data: links.map(wire) })
        },
      )
    },
    retrievePaymentLink: async ({ caller, path }) => {
      const link = await readPaymentLink(context, caller.scope, path.id)
      return link ? success(wire(link)) : noSuch('payment link')
    },
    deactivatePaymentLink: async ({ caller, path }) => {
      const link = await closePaymentLink(context, caller.scope, path.id, 'deactivated')
      return link ? success(wire(link)) : noSuch('payment link')
    },
  }
}
