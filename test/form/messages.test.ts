import t from 'tap'
import {
  readChallengeNews,
  readFrameMessage,
  readInitMessage,
  readRevealed,
  readTheme,
  withProtocol,
  type FrameMessage,
} from '../../form/messages.ts'

const challenge = {
  type: 'challenge',
  url: 'https://pay.example/v1/form/challenge/1',
  title: 'Confirm your payment',
  theme: 'dark',
} as const
const session = { id: 'cs_test_1', status: 'open', amount: 100, currency: 'GBP' }

t.test('each message arrives as it was sent', async (t) => {
  const messages: readonly FrameMessage[] = [
    { type: 'hello', title: 'Card payment' },
    { type: 'resize', height: 320 },
    { type: 'ready', session, height: 320 },
    { type: 'ready', session },
    { type: 'processing', session },
    { type: 'open', session },
    { type: 'complete', session },
    { type: 'failed', session },
    { type: 'error', error: { code: 'load_failed', message: 'x' } },
    { type: 'redirect', url: 'https://shop.example/thanks?session_id=cs_test_1' },
    challenge,
    { type: 'challenge_over' },
    { type: 'reload' },
    { type: 'wanted' },
    {
      type: 'reveal',
      transforms: ['matrix(1,0,0,1,0,0)'],
      edges: [
        [-8, 320.5],
        [100, 320.5],
      ],
    },
  ]
  for (const message of messages) t.match(readFrameMessage(withProtocol(message)), message, message.type)
  const init = {
    type: 'init',
    clientSecret: 'cs_test_1_secret_2',
    redirect: true,
    variables: { colorAccent: 'red' },
    isReturn: false,
  } as const
  t.same(readInitMessage(withProtocol(init)), init)
  const news = { type: 'challenge_news', news: 'cancelled' } as const
  t.match(readChallengeNews(withProtocol(news)), news)
  const answer = { type: 'revealed', top: -3.5 } as const
  t.same(readRevealed(withProtocol(answer)), answer)
})

t.test('foreign and malformed messages are ignored', async (t) => {
  const forged: readonly unknown[] = [
    null,
    undefined,
    'complete',
    7,
    [],
    { type: 'complete', session },
    { protocol: 'servicepay/0', type: 'complete', session },
    { protocol: 'servicepay/1', type: 'reveal' },
    { protocol: 'servicepay/1', type: 'reveal', edges: [[0, 1]] },
    { protocol: 'servicepay/1', type: 'resize', height: -1 },
    { protocol: 'servicepay/1', type: 'resize', height: 1e9 },
    { protocol: 'servicepay/1', type: 'resize', height: '1px;color:red' },
    { protocol: 'servicepay/1', type: 'redirect', url: 'javascript:alert(1)' },
    { protocol: 'servicepay/1', type: 'redirect', url: ' https://shop.example' },
    { protocol: 'servicepay/1', type: 'constructor', session },
    { protocol: 'servicepay/1', type: 'reveal', height: 10 },
  ]
  for (const data of forged)
    t.same([readFrameMessage(data), readChallengeNews(data)], [null, null], JSON.stringify(data))
  for (const data of [
    ...forged,
    { protocol: 'servicepay/1', type: 'init' },
    { protocol: 'servicepay/1', type: 'init', clientSecret: 1 },
  ]) {
    t.equal(readInitMessage(data), null, JSON.stringify(data))
  }
})

t.test('the frame reads the theme from messages of the loader alone', async (t) => {
  t.equal(readTheme(withProtocol({ type: 'theme', theme: 'dark' })), 'dark')
  for (const data of [null, 'theme', { type: 'theme', theme: 'dark' }, { protocol: 'servicepay/1', type: 'init' }])
    t.equal(readTheme(data), null, JSON.stringify(data))
})

t.test('values of the appearance that are not strings are dropped', async (t) => {
  const read = readInitMessage({
    protocol: 'servicepay/1',
    type: 'init',
    clientSecret: 's',
    variables: { colorText: 'red', colorAccent: {} },
  })
  t.same(read?.variables, { colorText: 'red' })
})
