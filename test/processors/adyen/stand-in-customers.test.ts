import t from 'tap'
import { startAdyenStandIn, type AdyenStandIn } from '../../support/adyen/stand-in.ts'
import { decodeJson, encodeJson } from '../../support/adyen/three-d-secure.ts'
import { native, newReference, payment, postTo, type Post } from './stand-in-calls.ts'

let standIn: AdyenStandIn

t.before(async () => {
  standIn = await startAdyenStandIn()
})
t.teardown(() => standIn.stop())

const post: Post = (path, body, headers) => postTo(standIn, path, body, headers)

t.test('fingerprint, challenge and approval, with the issuer on another origin', async (t) => {
  const reference = newReference()
  const started = await post('/payments', payment(reference, '4035501428146300', native))
  t.match(started.body, { resultCode: 'IdentifyShopper', action: { type: 'threeDS2', subtype: 'fingerprint' } })
  t.notOk(started.body.pspReference, 'Adyen gives its reference only at the end')
  const token = decodeJson(started.body.action.token) ?? {}
  t.not(new URL(String(token['threeDSMethodURL'])).origin, standIn.origin)
  const threeDSMethodData = encodeJson(
    { threeDSServerTransID: token['threeDSServerTransID'], threeDSMethodNotificationURL: 'https://pay.example/done' },
    'base64url',
  )
  const method = await form(String(token['threeDSMethodURL']), { threeDSMethodData })
  t.match(method, /action="https:\/\/pay\.example\/done".*name="threeDSMethodData"/)

  const { paymentData } = started.body.action
  const fingerprint = { 'threeds2.fingerprint': encodeJson({ threeDSCompInd: 'Y' }, 'base64') }
  const challenged = await post('/payments/details', { paymentData, details: fingerprint })
  t.match(challenged.body, { resultCode: 'ChallengeShopper', action: { subtype: 'challenge' } })
  const challenge = decodeJson(challenged.body.action.token) ?? {}
  const creq = encodeJson(
    {
      threeDSServerTransID: challenge['threeDSServerTransID'],
      acsTransID: challenge['acsTransID'],
      messageVersion: challenge['messageVersion'],
      messageType: 'CReq',
      challengeWindowSize: '05',
    },
    'base64url',
  )
  t.match(await form(String(challenge['acsURL']), { creq, threeDSSessionData: 'mine' }), /Confirm/)
  const answered = await form(`${standIn.issuerOrigin}/acs/answer`, {
    acsTransID: String(challenge['acsTransID']),
    threeDSSessionData: 'mine',
    answer: 'confirm',
  })
  t.match(answered, /action="https:\/\/pay\.example\/challenged".*name="cres".*name="threeDSSessionData" value="mine"/)
  t.equal(standIn.books.only(reference).status, 'authenticating', 'Adyen authorises with the details')

  const { authorisationToken } = challenged.body.action
  const threeDSResult = encodeJson({ transStatus: 'Y', authorisationToken }, 'base64')
  const ended = await post('/payments/details', { details: { threeDSResult } })
  t.match(ended.body, {
    resultCode: 'Authorised',
    merchantReference: reference,
    additionalData: { liabilityShift: 'true', threeDAuthenticatedResponse: 'Y', threeDOfferedResponse: 'C' },
  })
  t.same((await post('/payments/details', { details: { threeDSResult } })).body, ended.body, 'doubled')
})

t.test('a browser that claims a confirmation gets no money', async (t) => {
  const reference = newReference()
  const { body } = await post('/payments', payment(reference, '4917610000000000', native))
  t.equal(body.resultCode, 'ChallengeShopper')
  const { authorisationToken } = body.action
  const threeDSResult = encodeJson({ transStatus: 'Y', authorisationToken }, 'base64')
  const forged = await post('/payments/details', { details: { threeDSResult } })
  t.match(forged.body, { resultCode: 'Refused', refusalReason: 'RReq not received from DS' })
})

t.test('after a redirect Adyen authorises before the customer is back', async (t) => {
  const reference = newReference()
  const { body } = await post('/payments', payment(reference, '4212345678901237', native))
  t.match(body, { resultCode: 'RedirectShopper', pspReference: /./, action: { type: 'redirect', method: 'GET' } })
  t.match(await (await fetch(body.action.url)).text(), /Do you want to pay EUR 42\.00/)
  const { returnAddress, redirectResult } = standIn.customerAnswers(reference, 'confirm')
  t.equal(standIn.books.only(reference).status, 'authorised')
  const address = new URL(returnAddress)
  t.same([...address.searchParams.keys()], ['order', 'redirectResult'])
  t.equal(address.searchParams.get('redirectResult'), redirectResult)
  const ended = await post('/payments/details', { details: { redirectResult } })
  t.match(ended.body, { resultCode: 'Authorised', pspReference: body.pspReference })

  const cancelled = newReference()
  await post('/payments', payment(cancelled, '4035501428146300'))
  const back = standIn.customerAnswers(cancelled, 'cancel')
  const left = await post('/payments/details', { details: { redirectResult: back.redirectResult } })
  t.equal(left.body.resultCode, 'Cancelled', 'a page that cannot show the issuer gets a redirect')
})

t.test('frictionless cards need nothing, and the issuer may refuse after a fingerprint', async (t) => {
  const frictionless = await post('/payments', payment(newReference(), '371449635398431', native))
  t.match(frictionless.body, { resultCode: 'Authorised', additionalData: { liabilityShift: 'true' } })
  const { body } = await post('/payments', payment(newReference(), '6011111111111117', native))
  const { paymentData } = body.action
  const details = { 'threeds2.fingerprint': encodeJson({ threeDSCompInd: 'N' }, 'base64') }
  const refused = await post('/payments/details', { paymentData, details })
  t.match(refused.body, { resultCode: 'Refused', refusalReason: '3D Not Authenticated' })
})

async function form(address: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
  return response.text()
}
