import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { signIn, type Member } from '../shell/support.ts'

export const list = '/dashboard/test/payments'

/** The ids of the payments that a page lists, in order. */
export const idsIn = (html: string): string[] =>
  [...html.matchAll(/<td class="sum"><a href="[^"]*\/(cs_\w+)"/g)].map(([, id = '']) => id)

export async function listedFor(owner: Member, query: Record<string, string>): Promise<string[]> {
  const answer = await owner.get(`${list}?${new URLSearchParams(query).toString()}`)
  if (answer.status !== 200)
    throw new Error(`${JSON.stringify(query)}: ${String(answer.status)} ${answer.location ?? answer.text}`)
  return idsIn(answer.html)
}

/** A service whose account takes three currencies with different decimals, and its owner. */
export async function openPayments(): Promise<[TestService, Member]> {
  const service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
  const currencies = ['GBP', 'JPY', 'BHD']
  await sql(service, 'update merchants set currencies = ? where merchant_id = ?', [currencies, service.merchantId])
  return [service, await signIn(service)]
}
