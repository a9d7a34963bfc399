import t from 'tap'
import { controlPage } from '../../support/adyen/control-page.ts'
import { startAdyenStandIn, type AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { named, newReference, payment, postTo } from './stand-in-calls.ts'

let standIn: AdyenStandIn

t.before(async () => {
  standIn = await startAdyenStandIn({ home: controlPage })
})
t.teardown(() => standIn.stop())

async function press(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(`${standIn.origin}/`, { method: 'POST', body, headers })
}

t.test('a person sees payments, disputes them and lets refunds fail, without scripts', async (t) => {
  const reference = newReference()
  const { body } = await postTo(standIn, '/payments', payment(reference))
  const psp: string = body.pspReference
  const amount = { currency: 'EUR', value: 1200 }
  await postTo(standIn, `/payments/${psp}/refunds`, { merchantAccount: 'StandInMerchant', amount })
  const page = await (await fetch(`${standIn.origin}/`)).text()
  t.match(page, new RegExp(`${reference}.*EUR 42\\.00.*visa 1111.*captured 42\\.00, refunded 12\\.00`))
  t.notMatch(page, /<script/)
  t.match(page, /REFUND_FAILED of 12\.00/)

  const refund = standIn.books.only(reference).modifications[0]?.pspReference ?? ''
  t.equal((await press({ do: 'payment', psp, action: `REFUND_FAILED ${refund}` })).status, 200)
  t.equal((await press({ do: 'payment', psp, action: 'CHARGEBACK' })).status, 200)
  t.match(standIn.books.only(reference), { refunded: 0, chargedBack: 4200 })
  t.equal((await press({ do: 'payment', psp, action: `REFUND_FAILED ${refund}` })).status, 400, 'only once')
})

t.test('a person decides a payment for which the bank needed time', async (t) => {
  const reference = newReference()
  const pending = payment(reference, undefined, { paymentMethod: named('PENDING') })
  const { body } = await postTo(standIn, '/payments', pending)
  await press({ do: 'payment', psp: body.pspReference, action: 'APPROVED' })
  t.match(standIn.books.only(reference), { status: 'authorised', captured: 4200 })
})

t.test('faults, the issuer and held notifications are switched on the page', async (t) => {
  await press({ do: 'fault', fault: 'Answer 429, no effect', on: 'payments', times: '1' })
  t.match(await postTo(standIn, '/payments', payment(newReference())), { status: 429 })
  await press({ do: 'issuer', forbidsFrames: 'on' })
  t.same(standIn.issuer, { forbidsFrames: true, ignoresFingerprint: false })
  await press({ do: 'hold' })
  await postTo(standIn, '/payments', payment(newReference(), undefined, { paymentMethod: named('DECLINED') }))
  await press({ do: 'release', order: 'reversed' })
  t.match(await (await fetch(`${standIn.origin}/`)).text(), /AUTHORISATION/)
})

t.test('another site cannot press the buttons', async (t) => {
  const { status } = await press({ do: 'unknown' }, { Origin: 'https://other.example' })
  t.equal(status, 403)
})
