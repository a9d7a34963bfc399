import type { FrameLocator } from 'playwright-core'
import { bankPage, bankWindow } from './bank-window.ts'
import { formIn, pay, fillCard } from './card-typing.ts'
import { shop, freshVisit as visit, type Visit } from './real-checkout.ts'
import { collectEvents, type ShopEvent } from './shop.ts'

export * from './bank-window.ts'

export const challengeCard = '4918 1900 0000 0002'

export interface Challenged extends Visit {
  readonly form: FrameLocator
  readonly events: ShopEvent[]
}

/** Pays with a card for which the bank asks the customer to confirm. */
export async function payWithChallenge(form: FrameLocator): Promise<void> {
  await fillCard(form, challengeCard)
  await pay(form)
}

/** A shop's page on which the bank's window has just opened. */
export async function challenged(clientSecret: string): Promise<Challenged> {
  const seen = await visit()
  const events = await collectEvents(seen.page)
  await seen.page.goto(shop.pageWith([clientSecret]))
  const form = await formIn(seen.page)
  await payWithChallenge(form)
  await bankWindow(seen.page)
  await bankPage(seen.page)
  return { ...seen, form, events }
}
