import t from 'tap'
import type { AdyenAccount } from '../../../server/processors/adyen/account.ts'
import { authorisation, itemOf, message, read, signed, type Item } from './notification-messages.ts'
import { account } from './scripted-adyen.ts'

const withPassword: AdyenAccount = { ...account, notifications: { user: 'adyen', password: 'secret' } }
const authorization = `Basic ${Buffer.from('adyen:secret').toString('base64')}`

const wrongItems: [status: number, item: Item, why: RegExp][] = [
  [401, authorisation, /no HMAC signature/],
  [401, { ...signed(), additionalData: { hmacSignature: 'x'.repeat(44) } }, /does not match the HMAC key/],
  [401, { ...signed(), amount: { value: 1, currency: 'GBP' } }, /does not match the HMAC key/],
  [401, { ...signed(), success: 'false' }, /does not match the HMAC key/],
  [401, signed({}, 'ab'.repeat(32)), /does not match the HMAC key/],
  [400, { ...signed(), amount: { value: '4200', currency: 'GBP' } }, /incomplete/],
  [400, { ...signed(), amount: { value: 1.5, currency: 'GBP' } }, /incomplete/],
  [400, { ...signed(), eventCode: 'A:B' }, /incomplete/],
  [400, { ...signed(), success: 'TRUE' }, /incomplete/],
  [400, { ...signed(), pspReference: undefined }, /incomplete/],
  [400, { ...signed(), pspReference: 'x'.repeat(300) }, /incomplete/],
]

t.test('a wrong item is refused, and a signed one beside it still has its effect', async (t) => {
  const [right] = [itemOf({})]
  for (const notifications of [null, withPassword.notifications])
    for (const [status, item, reason] of wrongItems) {
      const options = { account: { ...account, notifications }, authorization }
      t.match(read(message(item), options), { kind: 'refused', status, reason }, JSON.stringify(item))
      for (const items of [
        [item, signed()],
        [signed(), item],
      ])
        t.match(read(message(...items), options), {
          kind: 'accepted',
          items: [right],
          refusedParts: [reason],
          reply: '[accepted]',
        })
    }
})

t.test('an item that can move no money needs only the password', async (t) => {
  const report = { ...authorisation, eventCode: 'REPORT_AVAILABLE', pspReference: 'report.csv', merchantReference: '' }
  const unknown = { ...authorisation, eventCode: 'SOMETHING_NEW', additionalData: { hmacSignature: 'wrong' } }
  const options = { account: withPassword, authorization }
  t.match(read(message(report, unknown), options), {
    kind: 'accepted',
    items: [
      { type: 'REPORT_AVAILABLE', fact: null },
      { type: 'SOMETHING_NEW', fact: null },
    ],
    refusedParts: undefined,
  })
  const bare = { eventCode: 'SOMETHING_NEW', merchantAccountCode: 'ServicePayCOM', amount: null }
  t.match(read(message(bare), options), { kind: 'accepted', items: [{ type: 'SOMETHING_NEW', fact: null }] })
  t.match(read(message({ ...bare, eventCode: 'CHARGEBACK' }), options), { kind: 'refused', status: 400 })
  const chargeback = signed({ eventCode: 'CHARGEBACK' })
  t.match(read(message(report, chargeback), options), { items: [{ fact: null }, { fact: { kind: 'chargeback' } }] })
  t.match(read(message(report, { ...chargeback, success: 'false' }), options), { kind: 'refused', status: 401 })
  const ids = [report, signed(report)].flatMap((item) => {
    const reading = read(message(item), options)
    return reading.kind === 'accepted' ? reading.items.map(({ id }) => id) : []
  })
  t.equal(new Set(ids).size, 2, 'an unsigned item cannot take the place of a signed one')
  t.match(read(message(report)), { kind: 'refused', status: 401 }, 'without a password, anyone can send it')
  t.match(read(message(report, chargeback)), { items: [{ type: 'CHARGEBACK' }], refusedParts: [/REPORT_AVAILABLE/] })
  t.match(
    read(message(chargeback), { account: withPassword }),
    { kind: 'refused', status: 401 },
    'the password is wrong',
  )
})
