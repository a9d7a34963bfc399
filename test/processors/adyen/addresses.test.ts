import t from 'tap'
import { billingAddressOf, phoneOf, shopperNameOf } from '../../../server/processors/adyen/customer-data.ts'
import type { PurchaseAddress } from '../../../server/processors/processor.ts'

const berlin = { line1: 'Hauptstraße 12a', city: 'Berlin', postal_code: '10115', country: 'DE' }
const newYork = { line1: '350 5th Avenue', city: 'New York', state: 'NY', postal_code: '10118-0110', country: 'US' }

t.test('the house number is apart from the street', async (t) => {
  const lines: [line1: string, line2: string, street: string, house: string][] = [
    ['Hauptstraße 12a', '', 'Hauptstraße', '12a'],
    ['Hauptstr. 12-14', '', 'Hauptstr.', '12-14'],
    ['Via Roma, 12/A', '', 'Via Roma', '12/A'],
    ['350 5th Avenue', 'Floor 7', '5th Avenue, Floor 7', '350'],
    ['5th Avenue', '', '5th Avenue', 'N/A'],
    ['Rose Cottage', '', 'Rose Cottage', 'N/A'],
    ['Rose Cottage', 'Flat 3', 'Rose Cottage', 'Flat 3'],
    ['', 'PO Box 9', 'PO Box', '9'],
    ['', '', 'N/A', 'N/A'],
  ]
  for (const [line1, line2, street, houseNumberOrName] of lines)
    t.match(billingAddressOf({ ...berlin, line1, line2 }), { street, houseNumberOrName }, `${line1}, ${line2}`)
})

t.test('an address is sent without the parts that it lacks or that Adyen does not take', async (t) => {
  const cases: [address: PurchaseAddress, expected: object][] = [
    [
      { line1: '1 Queen’s Road', city: 'Hong Kong', country: 'HK' },
      { postalCode: 'N/A', country: 'HK' },
    ],
    [{ line1: '1 Main Street', city: 'Dublin', postal_code: '', country: 'IE' }, { postalCode: 'N/A' }],
    [
      { line1: 'Villa 3', postal_code: '', state: 'DU', country: 'AE' },
      { city: 'N/A', stateOrProvince: 'DU' },
    ],
    [
      { ...berlin, line1: ' ' },
      { street: 'N/A', city: 'Berlin' },
    ],
    [
      { ...berlin, city: '' },
      { city: 'N/A', postalCode: '10115' },
    ],
    [
      { ...berlin, postal_code: '10115 Berlin Mitte' },
      { postalCode: 'N/A', street: 'Hauptstraße' },
    ],
    [{ ...berlin, postal_code: '10 115 - 0000' }, { postalCode: '101150000' }],
    [
      { ...berlin, country: '' },
      { country: 'ZZ', postalCode: '10115' },
    ],
    [{ ...berlin, state: 'BE' }, { stateOrProvince: 'BE' }],
    [{ ...berlin, state: 'DE-BE' }, { stateOrProvince: 'BE' }],
    [{ ...newYork, state: 'US-NY' }, { stateOrProvince: 'NY' }],
    [{ ...berlin, state: 'B-E' }, { stateOrProvince: undefined }],
    [newYork, { postalCode: '10118', stateOrProvince: 'NY' }],
    [
      { ...newYork, state: 'ny', postal_code: 'NY 10118' },
      { postalCode: '10118', stateOrProvince: 'NY' },
    ],
    [{ ...newYork, postal_code: '101180110' }, { postalCode: '10118' }],
    [
      { ...newYork, state: '', postal_code: 'SW1A' },
      { postalCode: '00000', stateOrProvince: 'N/A' },
    ],
    [{ line1: '1 Rue', city: 'Québec', postal_code: 'G1A 1A1', country: 'CA' }, { stateOrProvince: 'N/A' }],
    [
      { country: 'gb', postal_code: 'SW1A 1AA' },
      { street: 'N/A', postalCode: 'SW1A 1AA', country: 'GB' },
    ],
    [{ country: 'GB' }, { street: 'N/A', houseNumberOrName: 'N/A', city: 'N/A', postalCode: 'N/A', country: 'GB' }],
  ]
  for (const [address, expected] of cases) t.match(billingAddressOf(address), expected, JSON.stringify(address))
  for (const nothing of [{}, { line1: ' ', city: '' }]) t.equal(billingAddressOf(nothing), null)
})

t.test('a state in full becomes its code, where the country has codes', async (t) => {
  const states: [country: string, written: string, sent: string | undefined][] = [
    ['US', 'California', 'CA'],
    ['US', ' new  york ', 'NY'],
    ['US', 'N.Y.', 'NY'],
    ['US', 'State of Washington', 'WA'],
    ['US', 'Washington, D.C.', 'DC'],
    ['US', 'Atlantis', 'N/A'],
    ['CA', 'Ontario', 'ON'],
    ['CA', 'Québec', 'QC'],
    ['CA', 'quebec', 'QC'],
    ['CA', 'Colombie-Britannique', 'BC'],
    ['CA', 'CA-ON', 'ON'],
    ['AU', 'New South Wales', 'NSW'],
    ['AU', 'nsw', 'NSW'],
    ['BR', 'São Paulo', 'SP'],
    ['BR', 'Sao Paulo', 'SP'],
    ['MX', 'Nuevo León', 'NLE'],
    ['IN', 'Jammu and Kashmir', 'JK'],
    ['IE', 'County Cork', 'CO'],
    ['IE', 'Dublin', 'D'],
    ['JP', '東京都', '13'],
    ['ES', 'Alava', 'VI'],
    ['US', 'Province', 'N/A'],
    ['FR', 'Bretagne', undefined],
  ]
  for (const [country, state, stateOrProvince] of states)
    t.match(billingAddressOf({ ...berlin, country, state }), { stateOrProvince }, `${country}: ${state}`)
})

t.test('a phone number gets its country code from the address where only one fits', async (t) => {
  const numbers: [country: string | null, written: string, sent: string | null][] = [
    ['GB', '020 7946 0000', '+442079460000'],
    ['GB', '(0)20 7946 0000', '+442079460000'],
    ['GB', '07700 900123', '+447700900123'],
    ['JE', '01534 440000', '+441534440000'],
    ['DE', '030/123456-7', '+49301234567'],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['US', '(415) 555-2671', '+14155552671'],
    ['US', '1-415-555-2671 x12', '+14155552671'],
    ['CA', '011 44 20 7946 0000', '+442079460000'],
    ['AU', '0412 345 678', '+61412345678'],
    ['AU', '0011 44 20 7946 0000', '+442079460000'],
    ['BR', '(11) 91234-5678', '+5511912345678'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['IT', '333 123 4567', '+393331234567'],
    ['ES', '612 345 678', '+34612345678'],
    ['HU', '06 1 234 5678', '+3612345678'],
    ['JP', '０３-1234-5678', '+81312345678'],
    ['RU', '8 (912) 345-67-89', '+79123456789'],
    ['FR', '+44 20 7946 0000', '+442079460000'],
    ['FR', '0044 20 7946 0000', '+442079460000'],
    ['GB', '7700 900123', null],
    ['GB', '44 7700 900123', null],
    ['US', '555-2671', null],
    ['ES', '34 612 345 678', null],
    ['IT', '39 06 1234567', null],
    ['AR', '011 15-2345-6789', null],
    ['ZZ', '020 7946 0000', null],
    [null, '020 7946 0000', null],
  ]
  for (const [country, written, sent] of numbers) t.equal(phoneOf(written, country), sent, `${country}: ${written}`)
})

t.test('a phone number loses what is not a digit, and one without a country code is left out', async (t) => {
  const numbers: [written: string, sent: string | null][] = [
    ['+442071234567', '+442071234567'],
    ['+44 20 7946 0000', '+442079460000'],
    ['+44 (0)20 7946-0000', '+442079460000'],
    ['(+1) 415.555.2671 ext. 12', '+14155552671'],
    ['+1 415 555 2671 x12', '+14155552671'],
    ['0049 30 123456', '+4930123456'],
    ['Tel: +49/30/123456', '+4930123456'],
    ['＋81 3 1234 5678', '+81312345678'],
    ['020 7946 0000', null],
    ['+0 20 7946 0000', null],
    ['+44', null],
    ['+1234567890123456789', null],
    ['', null],
  ]
  for (const [written, sent] of numbers) t.equal(phoneOf(written, null), sent, written)
})

t.test('a name has the two parts that Adyen wants', async (t) => {
  t.same(shopperNameOf(' Ada King  Lovelace '), { firstName: 'Ada King', lastName: 'Lovelace' })
  t.same(shopperNameOf('Plato'), { firstName: 'N/A', lastName: 'Plato' })
  t.equal(shopperNameOf('  '), null)
  t.match(shopperNameOf(`${'a'.repeat(45)} ${'b'.repeat(44)}`), { lastName: 'b'.repeat(44) })
})
