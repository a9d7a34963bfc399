import type { SignUp } from '../domain/accounts/sign-up.ts'
import { isLoopback } from '../domain/loopback.ts'
import { optionalOneOf, type Report, type Variable } from '../domain/variable.ts'

/** Whom the service lets in without an account. */
export interface SignUpSettings {
  readonly signUp: SignUp
  /** Null: there is no public demo account. */
  readonly publicDemoKey: string | null
  /** Whether a stranger opens a test account in a situation, with a link. */
  readonly situationLinks: boolean
}

export const signUpVariables = {
  signUp: optionalOneOf('SIGNUP', ['open', 'invite', 'closed'], {
    defaultText: '`open` without `BASE_URL` or on this machine, otherwise `invite`',
    description:
      'Who may [open an account](/docs/running#who-may-open-an-account): everyone (`open`), who has an invitation of ' +
      'the operator (`invite`), or no one (`closed`). Accounts that exist stay.',
  }),
  publicDemoKey: {
    name: 'PUBLIC_DEMO_KEY',
    defaultText: '`sk_test_public_demo` with `SIGNUP=open`, otherwise none',
    description:
      'A test key that you may publish. It works for sessions of up to 50 units of their currency, ' +
      'and for their refunds. An empty value turns it off.',
    read: readPublicDemoKey,
  },
  situationLinks: optionalOneOf('SITUATION_LINKS', ['on', 'off'], {
    defaultText: '`on` with `SIGNUP=open` on this machine, otherwise `off`',
    description:
      'Whether [a link](/docs/situations#links) to `/s/` and the name of a situation opens a new test account in ' +
      'that situation, signed in and without a password. It needs `SIGNUP=open`.',
  }),
}

/** `baseUrl`: the address of the service, or null on this machine. */
export function readSignUp(
  read: <Value>(variable: Variable<Value>) => Value,
  baseUrl: string | null,
  report: Report,
): SignUpSettings {
  const signUp = read(signUpVariables.signUp) ?? (isHere(baseUrl) ? 'open' : 'invite')
  const demoKey = read(signUpVariables.publicDemoKey)
  const links = read(signUpVariables.situationLinks)
  if (links === 'on' && signUp !== 'open') report('SITUATION_LINKS=on opens accounts, so it needs SIGNUP=open')
  return {
    signUp,
    publicDemoKey: demoKey === undefined ? defaultDemoKey[signUp] : demoKey,
    situationLinks: signUp === 'open' && (links === null ? isHere(baseUrl) : links === 'on'),
  }
}

function isHere(baseUrl: string | null): boolean {
  // An address that is not one has been reported.
  return baseUrl === null || !URL.canParse(baseUrl) || isLoopback(new URL(baseUrl).hostname)
}

const defaultDemoKey = { open: 'sk_test_public_demo', invite: null, closed: null }

/** An empty value turns the demo key off, so it differs from no value. */
function readPublicDemoKey(raw: string | undefined, report: Report): string | null | undefined {
  if (raw === undefined) return undefined
  if (raw === '') return null
  if (!/^sk_test_[0-9A-Za-z_]{4,100}$/.test(raw))
    report('PUBLIC_DEMO_KEY must be sk_test_ and then 4 to 100 letters, digits or underscores')
  return raw
}
