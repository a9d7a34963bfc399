import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

// The browser's passkeys, for forms that make one (data-new-passkey) or use one (data-passkey). The passkey signs the
// form's token, which the server accepts once.

/** As sign-in-methods-page.ts writes it. */
interface NewPasskey {
  /** Of the person, in base64url. */
  readonly id: string
  readonly email: string
  readonly known: readonly string[]
}

const rpId = location.hostname
const userVerification = 'required'

function input(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[name=${name}]`)
}

/** The token of the form, as the challenge that the passkey signs. It has only ASCII characters. */
function challengeOf(form: HTMLFormElement): string {
  const encoded = btoa(input(form, 'form_token')?.value ?? '')
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

async function use(form: HTMLFormElement): Promise<unknown> {
  return startAuthentication({ optionsJSON: { challenge: challengeOf(form), rpId, userVerification } })
}

async function make(form: HTMLFormElement): Promise<unknown> {
  const { id, email, known } = JSON.parse(form.dataset['newPasskey'] ?? '{}') as NewPasskey
  return startRegistration({
    optionsJSON: {
      challenge: challengeOf(form),
      rp: { id: rpId, name: rpId },
      user: { id, name: email, displayName: email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: known.map((each) => ({ id: each, type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
      attestation: 'none',
    },
  })
}

function explain(form: HTMLFormElement, text: string): void {
  const alert = form.querySelector('.passkey-alert') ?? document.createElement('p')
  alert.className = 'alert passkey-alert'
  alert.setAttribute('role', 'alert')
  alert.textContent = text
  form.prepend(alert)
}

/** Fills the field before the form is sent, unless the person has typed a code in its place. */
function fillBeforeSending(
  form: HTMLFormElement,
  name: string,
  answer: (form: HTMLFormElement) => Promise<unknown>,
): void {
  const field = input(form, name)
  if (!field) return
  form.hidden = false
  form.addEventListener(
    'submit',
    (event) => {
      const isCodeTyped = name === 'passkey' && Boolean(input(form, 'factor_code')?.value)
      if (field.value !== '' || isCodeTyped) return
      event.preventDefault()
      event.stopImmediatePropagation()
      answer(form).then(
        (value) => {
          field.value = JSON.stringify(value)
          form.requestSubmit()
        },
        () => {
          explain(form, 'Your browser did not give a passkey, so nothing was sent. Try again, or sign in another way.')
        },
      )
    },
    { capture: true },
  )
  // A page from the browser's cache must not send the same signature again.
  addEventListener('pageshow', () => {
    field.value = ''
  })
}

if (browserSupportsWebAuthn())
  for (const form of document.querySelectorAll('form')) {
    if (form.dataset['newPasskey'] !== undefined) fillBeforeSending(form, 'new_passkey', make)
    if (form.dataset['passkey'] !== undefined) fillBeforeSending(form, 'passkey', use)
  }
