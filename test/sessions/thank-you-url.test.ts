import t from 'tap'
import { thankYouUrl } from '../../server/domain/sessions/thank-you-url.ts'
import { merchantWith, sessionWith } from '../domain/records.ts'

t.test('the thank-you address gets session_id and reference', async (t) => {
  const session = sessionWith({ success_url: 'https://shop.example/thanks', reference: 'order-1' })
  t.equal(thankYouUrl(session, merchantWith()), 'https://shop.example/thanks?session_id=cs_test_1&reference=order-1')
})

t.test('an existing query and fragment are kept byte for byte', async (t) => {
  const cases = {
    'https://shop.example/t?sig=a%20b~c!&flag&path=/x/y#done': '&',
    'https://shop.example/t?lang=cy&a=1&a=2&b[]=%E4#top?x=1': '&',
    "https://Shop.example:443/a/../b//c;d=1?'q'=(*)+%2b%2B": '&',
    'https://shop.example?': '',
    'https://shop.example/?a=1&#': '',
    'https://shop.example#/thanks?x': '?',
    'https://shop.example/münchen?ort=köln': '&',
  }
  for (const [address, separator] of Object.entries(cases)) {
    const [before = '', fragment] = address.split(/(#.*)/)
    const session = sessionWith({ success_url: address, reference: 'a&b=c é' })
    const added = 'session_id=cs_test_1&reference=a%26b%3Dc+%C3%A9'
    t.equal(thankYouUrl(session, merchantWith()), before + separator + added + (fragment ?? ''), address)
  }
})

t.test('a parameter that the merchant wrote keeps its value and is not added again', async (t) => {
  const urlOf = (success_url: string) => thankYouUrl(sessionWith({ success_url, reference: 'order-1' }), merchantWith())
  const own = 'https://shop.example/t?path=/x/y&reference=R-7'
  t.equal(urlOf(`${own}#done`), `${own}&session_id=cs_test_1#done`)
  t.equal(urlOf('https://shop.example/t?reference'), 'https://shop.example/t?reference&session_id=cs_test_1')
  const both = 'https://shop.example/t?session%5Fid=mine&reference=R-7#done'
  t.equal(urlOf(both), both)
  const other = 'https://shop.example/t?my_reference=1&Reference=2'
  t.equal(urlOf(other), `${other}&session_id=cs_test_1&reference=order-1`, 'another name, or another case')
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
