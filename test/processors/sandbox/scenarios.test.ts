import t from 'tap'
import { CardDetails } from '../../../server/domain/sessions/card-details.ts'
import { brandOf } from '../../../server/domain/sessions/card-rules.ts'
import { passesLuhn } from '../../../spec/lib/card-rules.ts'
import { failureCodes } from '../../../server/domain/sessions/failure-codes.ts'
import {
  coBadgedCards,
  coBadgedNetworksOf,
  isScenario,
  planFor,
  scenarioOf,
  testCard,
  testCards,
} from '../../../server/processors/sandbox/scenarios.ts'

const now = new Date('2026-11-20T12:00:00Z')
const scenarios = Object.keys(testCards).filter(isScenario)

function cardOf(pan: string, expMonth = 12, expYear = 2030): CardDetails {
  return new CardDetails({ pan, cvc: '123', expMonth, expYear, name: '' })
}

t.test('every test card has a valid check digit', async (t) => {
  for (const pan of Object.values(testCards).flat()) {
    t.ok(passesLuhn(pan) && pan.length === 16, pan)
    t.equal(brandOf(pan), pan.startsWith('4') ? 'visa' : 'mastercard')
  }
})

t.test('each test card has one scenario', async (t) => {
  const pans = Object.values(testCards).flat()
  t.equal(new Set(pans).size, pans.length)
  for (const scenario of scenarios) {
    for (const pan of testCards[scenario]) t.equal(scenarioOf(cardOf(pan), now), scenario)
    t.equal(scenarioOf(testCard(scenario, now), now), scenario)
  }
})

t.test('a co-badged test card is approved on each of its networks, and fails on any other', async (t) => {
  for (const { pan, networks } of coBadgedCards) {
    t.ok(passesLuhn(pan), pan)
    t.same(coBadgedNetworksOf(pan.slice(0, 8)), networks)
    t.equal(networks.length, 2)
    for (const network of [null, ...networks]) t.equal(scenarioOf(cardOf(pan), now, network), 'approved')
    t.equal(scenarioOf(cardOf(pan), now, 'dankort'), 'processing_error')
  }
  for (const pan of Object.values(testCards).flat()) t.same(coBadgedNetworksOf(pan.slice(0, 8)), [], pan)
})

t.test('any other number is invalid, expired or not', async (t) => {
  t.equal(scenarioOf(cardOf('4242424242424242'), now), 'invalid_card')
  t.equal(scenarioOf(cardOf('4242424242424242', 1, 2020), now), 'invalid_card')
  t.equal(scenarioOf(cardOf('401200000006008'), now), 'invalid_card')
})

t.test('a test card past its expiry is expired, whatever its scenario', async (t) => {
  t.equal(scenarioOf(cardOf(testCards.approved[0], 10, 2026), now), 'expired_card')
  t.equal(scenarioOf(cardOf(testCards.declined[0], 1, 2020), now), 'expired_card')
  t.equal(scenarioOf(cardOf(testCards.approved[0], 11, 2026), now), 'approved')
})

t.test('a scenario with the name of a failure code is declined with that code', async (t) => {
  for (const code of failureCodes) {
    if (!isScenario(code)) continue
    t.match(planFor(code, 960), { status: 'declined', failureCode: code })
  }
  t.match(planFor('declined', 960), { status: 'declined', failureCode: 'card_declined' })
  t.notOk(isScenario('toString'))
})
