import type { FrameLocator, Page } from 'playwright-core'
import { formIn } from './card-typing.ts'
import { shop, visit, type Visit } from './real-checkout.ts'
import { collectEvents, type ShopEvent } from './shop.ts'

export interface OpenForm extends Visit {
  readonly form: FrameLocator
  readonly events: ShopEvent[]
}

/** Opens a shop's page with the form in it. `before` prepares the browser's page. */
export async function openForm(
  clientSecret: string,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<OpenForm> {
  const seen = await visit()
  await before(seen.page)
  const events = await collectEvents(seen.page)
  await seen.page.goto(shop.pageWith([clientSecret]))
  return { ...seen, events, form: await formIn(seen.page) }
}
