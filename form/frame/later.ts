import './need-texts.ts'
import { beginFields, followCountry } from './fields/card-form.ts'
import { takePayments as takeAllPayments } from './checkout.ts'
import { chooseCountry } from './address/countries.ts'
import type { FormSession } from './session/form-session.ts'
import { showRefusal } from './screens/final-screens.ts'
import { laterContract as contract } from './later-contract.ts'
import { openForCustomer, payForPerson } from './page/open-for-customer.ts'
import { element } from './page/page.ts'

/** The frame's second script, which the first one loads after `ready`: what the empty form does not need. */
export interface Later {
  readonly contract: number
  readonly takePayments: typeof takePayments
  readonly openForCustomer: typeof openForCustomer
  readonly showAddressOf: typeof showAddressOf
  readonly showRefusal: typeof showRefusal
}

declare global {
  /** `form/frame/later.css`, which the bundler inserts. The document's policy has its hash. */
  const laterStyle: string
}

const style = document.createElement('style')
style.textContent = laterStyle
document.head.append(style)

/** Selects this country, and shows the fields of its addresses. */
async function showAddressOf(country: string, session: FormSession): Promise<void> {
  beginFields(session)
  chooseCountry(element('country'), country)
  await followCountry()
}

const takePayments: typeof takeAllPayments = async (options) => payForPerson(await takeAllPayments(options))

export { contract, openForCustomer, showAddressOf, showRefusal, takePayments }
