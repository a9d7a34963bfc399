import t from 'tap'
import { billingAddressOf } from '../../../server/processors/adyen/purchase-request.ts'

const berlin = { line1: 'Hauptstraße 12a', city: 'Berlin', postal_code: '10115', country: 'DE' }
const newYork = { line1: '350 5th Avenue', city: 'New York', state: 'NY', postal_code: '10118-0110', country: 'US' }

t.test('the house number is apart from the street', async (t) => {
  t.match(billingAddressOf(berlin), { street: 'Hauptstraße', houseNumberOrName: '12a' })
  t.match(billingAddressOf(newYork), { street: '5th Avenue', houseNumberOrName: '350' })
  const named = { ...berlin, line1: 'Rose Cottage' }
  t.match(billingAddressOf(named), { street: 'Rose Cottage', houseNumberOrName: 'N/A' })
  t.match(billingAddressOf({ ...named, line2: 'Flat 3' }), { houseNumberOrName: 'Flat 3' })
})

t.test('an address in the United States has five digits and a state', async (t) => {
  t.match(billingAddressOf(newYork), { postalCode: '10118', stateOrProvince: 'NY' })
  t.equal(billingAddressOf({ ...newYork, state: 'New York' }), null)
  t.equal(billingAddressOf({ ...newYork, postal_code: 'SW1A' }), null)
})

t.test('an address that Adyen would refuse is left out', async (t) => {
  const wrong = [
    { line1: ' ' },
    { city: '' },
    { postal_code: '' },
    { postal_code: '12345678901' },
    { country: 'Germany' },
  ]
  for (const part of wrong) t.equal(billingAddressOf({ ...berlin, ...part }), null, JSON.stringify(part))
  t.equal(billingAddressOf({}), null)
  t.notOk('stateOrProvince' in (billingAddressOf({ ...berlin, state: 'Brandenburg' }) ?? {}), 'or only its state')
})
