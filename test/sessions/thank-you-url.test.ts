import t from 'tap'
import { thankYouUrl } from '../../server/domain/sessions/thank-you-url.ts'
import { merchantWith, sessionWith } from '../domain/records.ts'

t.test('the thank-you address gets session_id and reference', async (t) => {
  const session = sessionWith({ success_url: 'https://shop.example/thanks', reference: 'order-1' })
  t.equal(thankYouUrl(session, merchantWith()), 'https://shop.example/thanks?session_id=cs_test_1&reference=order-1')
})

t.test('an existing query and fragment are kept', async (t) => {
  const session = sessionWith({ success_url: 'https://shop.example/thanks?lang=cy&a=1&a=2#top', reference: 'a&b=c é' })
  const url = new URL(thankYouUrl(session, merchantWith()) ?? '')
  t.same(
    [...url.searchParams],
    [
      ['lang', 'cy'],
      ['a', '1'],
      ['a', '2'],
      ['session_id', 'cs_test_1'],
      ['reference', 'a&b=c é'],
    ],
  )
  t.equal(url.hash, '#top')
})

t.test('without a reference, only session_id is added', async (t) => {
  t.equal(
    thankYouUrl(sessionWith({ success_url: 'https://shop.example/' }), merchantWith()),
    'https://shop.example/?session_id=cs_test_1',
  )
})

t.test('success_url takes precedence over the setting of the mode', async (t) => {
  const merchant = merchantWith({
    thank_you_url_test: 'https://test.example/',
    thank_you_url_live: 'https://live.example/',
  })
  t.equal(
    thankYouUrl(sessionWith({ success_url: 'https://own.example/' }), merchant),
    'https://own.example/?session_id=cs_test_1',
  )
  t.equal(thankYouUrl(sessionWith(), merchant), 'https://test.example/?session_id=cs_test_1')
  t.equal(
    thankYouUrl(sessionWith({ livemode: true, id: 'cs_live_1' }), merchant),
    'https://live.example/?session_id=cs_live_1',
  )
  t.equal(
    thankYouUrl(sessionWith({ livemode: true }), merchantWith({ thank_you_url_test: 'https://test.example/' })),
    null,
    'never the setting of the other mode',
  )
  t.equal(thankYouUrl(sessionWith(), merchantWith()), null)
})
