import t from 'tap'
import { helpText, parseOrder } from '../../server/account/arguments.ts'

const id = 'mer_1'

t.test('an account alone is shown', async (t) => {
  t.same(parseOrder([id]), { kind: 'account', merchantId: id, changes: {}, pingLivemode: null, resetPassword: null })
  t.same(parseOrder([id, '--json']), parseOrder([id]))
})

t.test('options become changes, alone and together, in any order', async (t) => {
  const cases = {
    '--live': { liveAccess: true },
    '--no-live': { liveAccess: false },
    '--currencies GBP,eur': { currencies: ['GBP', 'eur'] },
    '--currencies=GBP': { currencies: ['GBP'] },
    '--thank-you-url https://a.example/ --mode test': { thankYouUrl: { livemode: false, url: 'https://a.example/' } },
    '--mode live --thank-you-url none': { thankYouUrl: { livemode: true, url: null } },
    '--revoke-key key_1': { revokeKey: 'key_1' },
    '--live --currencies GBP --revoke-key key_1': { liveAccess: true, currencies: ['GBP'], revokeKey: 'key_1' },
  }
  for (const [words, changes] of Object.entries(cases)) {
    t.same(
      parseOrder([id, ...words.split(' ')]),
      { kind: 'account', merchantId: id, changes, pingLivemode: null, resetPassword: null },
      words,
    )
    t.same(parseOrder([...words.split(' '), id]), parseOrder([id, ...words.split(' ')]))
  }
  t.match(parseOrder([id, '--reset-password', 'ada@example.com']), { changes: {}, resetPassword: 'ada@example.com' })
  t.match(parseOrder([id, '--reset-password', ' ']), { kind: 'mistake' })
  t.match(parseOrder([id, '--ping', 'test']), { changes: {}, pingLivemode: false })
  t.match(parseOrder([id, '--ping', 'live', '--live']), { changes: { liveAccess: true }, pingLivemode: true })
  t.match(parseOrder([id, '--currencies', ' GBP , ,EUR,']), { changes: { currencies: ['GBP', 'EUR'] } })
  t.match(parseOrder([id, '--currencies', ',']), { changes: { currencies: [] } }, 'none is for the flow to refuse')
})

t.test('what is not understood is said in one line', async (t) => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /^Which account/],
    ['--live', /^Which account/],
    ['mer_1 mer_2', /"mer_2" is one word too many/],
    ['mer_1 --lve', /^Unknown option '--lve'$/],
    ['mer_1 -x', /^Unknown option '-x'/],
    ['mer_1 --live --no-live', /^Either/],
    ['mer_1 --live --live', /^--live is given twice/],
    ['mer_1 --live=yes', /--live/],
    ['mer_1 --currencies', /--currencies/],
    ['mer_1 --currencies --live', /--currencies/],
    ['mer_1 --currencies GBP --currencies EUR', /^--currencies is given twice/],
    ['mer_1 --thank-you-url https://a.example/', /go together/],
    ['mer_1 --mode test', /go together/],
    ['mer_1 --thank-you-url https://a.example/ --mode prod', /^--mode must be test or live/],
    ['mer_1 --thank-you-url= --mode test', /^--thank-you-url needs a value/],
    ['mer_1 --ping both', /^--ping must be test or live/],
    ['mer_1 --ping', /--ping/],
    ['mer_1 --revoke-key=', /^--revoke-key needs a value/],
    ['mer_1 --list', /^--list stands alone/],
    ['--list --live', /^--list stands alone/],
  ]
  for (const [words, message] of cases) {
    const order = parseOrder(words.split(' ').filter((word) => word !== ''))
    t.match(order, { kind: 'mistake', message }, words)
    t.notMatch(order, { message: /\n/ }, words)
  }
})

t.test('the help names every option, and is there whatever else is asked', async (t) => {
  for (const option of [
    'live',
    'no-live',
    'currencies',
    'thank-you-url',
    'mode',
    'revoke-key',
    'ping',
    'list',
    'json',
    'help',
  ])
    t.match(helpText, `--${option}`)
  for (const words of [['--help'], ['-h'], [id, '--live', '--help']]) t.same(parseOrder(words), { kind: 'help' })
  t.same(parseOrder(['--list', '--json']), { kind: 'list' })
})
