import t from 'tap'
import { helpText, parseCommand } from '../../../server/commands/account/arguments.ts'

const id = 'mer_1'

t.test('an account without options is shown', async (t) => {
  const shown = {
    kind: 'account',
    merchantId: id,
    changes: {},
    pingLivemode: null,
    resetPassword: null,
    removeSecondFactor: null,
    firstLink: false,
    credentials: {},
  }
  t.same(parseCommand([id]), shown)
  t.same(parseCommand([id, '--json']), parseCommand([id]))
})

t.test('options become changes, alone or together, in any order', async (t) => {
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
  for (const [args, changes] of Object.entries(cases)) {
    t.same(
      parseCommand([id, ...args.split(' ')]),
      {
        kind: 'account',
        merchantId: id,
        changes,
        pingLivemode: null,
        resetPassword: null,
        removeSecondFactor: null,
        firstLink: false,
        credentials: {},
      },
      args,
    )
    t.same(parseCommand([...args.split(' '), id]), parseCommand([id, ...args.split(' ')]))
  }
  t.match(parseCommand([id, '--first-link']), { changes: {}, firstLink: true })
  t.same(parseCommand(['--invite', 'ada@example.com']), { kind: 'invite', email: 'ada@example.com' })
  t.match(parseCommand([id, '--reset-password', 'ada@example.com']), { changes: {}, resetPassword: 'ada@example.com' })
  t.match(parseCommand([id, '--reset-password', ' ']), { kind: 'usage_error' })
  t.match(parseCommand([id, '--ping', 'test']), { changes: {}, pingLivemode: false })
  t.match(parseCommand([id, '--ping', 'live', '--live']), { changes: { liveAccess: true }, pingLivemode: true })
  t.match(parseCommand([id, '--currencies', ' GBP , ,EUR,']), { changes: { currencies: ['GBP', 'EUR'] } })
  t.match(parseCommand([id, '--currencies', ',']), { changes: { currencies: [] } }, 'the flow refuses an empty list')
})

t.test('wrong arguments print one line that explains the mistake', async (t) => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /^Give the id of an account/],
    ['--live', /^Give the id of an account/],
    ['mer_1 mer_2', /"mer_2" is an extra argument/],
    ['mer_1 --lve', /^Unknown option '--lve'$/],
    ['mer_1 -x', /^Unknown option '-x'/],
    ['mer_1 --live --no-live', /^Give either/],
    ['mer_1 --live --live', /^Give --live only once/],
    ['mer_1 --live=yes', /--live/],
    ['mer_1 --currencies', /--currencies/],
    ['mer_1 --currencies --live', /--currencies/],
    ['mer_1 --currencies GBP --currencies EUR', /^Give --currencies only once/],
    ['mer_1 --thank-you-url https://a.example/', /^Give --thank-you-url and --mode together/],
    ['mer_1 --invite ada@example.com', /^--invite takes no account/],
    ['--invite ada@example.com --live', /^--invite takes no account/],
    ['--invite', /--invite/],
    ['mer_1 --mode test', /^Give --thank-you-url and --mode together/],
    ['mer_1 --thank-you-url https://a.example/ --mode prod', /^--mode must be test or live/],
    ['mer_1 --thank-you-url= --mode test', /^--thank-you-url needs a value/],
    ['mer_1 --ping both', /^--ping must be test or live/],
    ['mer_1 --ping', /--ping/],
    ['mer_1 --revoke-key=', /^--revoke-key needs a value/],
    ['mer_1 --list', /^--list takes no account/],
    ['--list --live', /^--list takes no account/],
  ]
  for (const [args, message] of cases) {
    const command = parseCommand(args.split(' ').filter((arg) => arg !== ''))
    t.match(command, { kind: 'usage_error', message }, args)
    t.notMatch(command, { message: /\n/ }, args)
  }
})

t.test('--help wins over other arguments, and its text names every option', async (t) => {
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
  for (const args of [['--help'], ['-h'], [id, '--live', '--help']]) t.same(parseCommand(args), { kind: 'help' })
  t.same(parseCommand(['--list', '--json']), { kind: 'list' })
})
