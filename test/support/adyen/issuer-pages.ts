import type { IncomingMessage, ServerResponse } from 'node:http'
import { html, verbatim, type Markup } from '../../../server/markup/html.ts'
import { majorUnits } from './cards.ts'
import { readForm, redirect, sendPage, sendText } from './http.ts'
import {
  decodeJson,
  encodeJson,
  type Authenticating,
  type CustomerAnswer,
  type ThreeDSecure,
} from './three-d-secure.ts'
import type { Violations } from './violations.ts'

/** How the issuer's pages behave. Tests change it. */
export interface IssuerManners {
  /** The issuer's page forbids every frame. */
  forbidsFrames: boolean
  /** The issuer's fingerprint page never answers. */
  ignoresFingerprint: boolean
}

export interface IssuerPagesParts {
  readonly threeDSecure: ThreeDSecure
  readonly violations: Violations
  readonly manners: IssuerManners
  /** Called when a customer has answered on the page to which Adyen redirected them. */
  readonly onRedirectAnswered: (authenticating: Authenticating) => void
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>

/** The pages of the card's issuer (another origin), and Adyen's own pages of 3-D Secure. */
export class IssuerPages {
  readonly #parts: IssuerPagesParts

  constructor(parts: IssuerPagesParts) {
    this.#parts = parts
  }

  /** The issuer's pages, by method and path. */
  readonly issuer: Readonly<Record<string, Handler>> = {
    'POST /acs/method': async (request, response) => this.#fingerprint(response, await readForm(request)),
    'POST /acs/challenge': async (request, response) => this.#challenge(response, await readForm(request)),
    'POST /acs/answer': async (request, response) => this.#answer(response, await readForm(request)),
  }

  /** Adyen's pages, by method and path. */
  readonly adyen: Readonly<Record<string, Handler>> = {
    'GET /checkoutshopper/threeDS/redirect': async (_request, response, url) =>
      this.#redirectPage(response, url.searchParams.get('redirectData')),
    'POST /checkoutshopper/threeDS/redirect': async (request, response) =>
      this.#redirectAnswer(response, await readForm(request)),
    'POST /checkoutshopper/3dnotif.shtml': async (request, response) => {
      const cres = decodeJson((await readForm(request)).get('cres') ?? '')
      const id = cres?.['threeDSServerTransID']
      this.#tellPage(response, id, { type: 'challengeResult', result: { transStatus: cres?.['transStatus'] } })
    },
    'POST /checkoutshopper/threeDSMethodNotification.shtml': async (request, response) => {
      const data = decodeJson((await readForm(request)).get('threeDSMethodData') ?? '')
      const id = data?.['threeDSServerTransID']
      this.#tellPage(response, id, { type: 'fingerPrintResult', result: { threeDSCompInd: 'Y' } })
    },
  }

  #fingerprint(response: ServerResponse, form: URLSearchParams): void {
    const data = decodeJson(form.get('threeDSMethodData') ?? '')
    const id = data?.['threeDSServerTransID']
    const address = webAddress(data?.['threeDSMethodNotificationURL'])
    if (!this.#byServerId(id) || address === null) {
      this.#parts.violations.add(
        'the fingerprint page of the issuer',
        'threeDSMethodData needs a known threeDSServerTransID and a threeDSMethodNotificationURL',
      )
      return sendText(response, 400, 'threeDSMethodData is wrong')
    }
    if (this.#parts.manners.ignoresFingerprint) return sendPage(response, page('Nothing to see', html``))
    const threeDSMethodData = encodeJson({ threeDSServerTransID: id }, 'base64url')
    sendPage(response, postingPage(address, { threeDSMethodData }))
  }

  #challenge(response: ServerResponse, form: URLSearchParams): void {
    const creq = decodeJson(form.get('creq') ?? '')
    const authenticating = this.#parts.threeDSecure.all.find(({ acsTransID }) => acsTransID === creq?.['acsTransID'])
    const problems = problemsOfChallenge(creq, authenticating)
    if (problems.length > 0 || !authenticating) {
      this.#parts.violations.add('the challenge page of the issuer', ...problems)
      return sendText(response, 400, problems.join('\n'))
    }
    const hidden = {
      acsTransID: authenticating.acsTransID,
      threeDSSessionData: form.get('threeDSSessionData') ?? '',
    }
    this.#question(response, authenticating, '/acs/answer', hidden)
  }

  #answer(response: ServerResponse, form: URLSearchParams): void {
    const { threeDSecure } = this.#parts
    const authenticating = threeDSecure.all.find(({ acsTransID }) => acsTransID === form.get('acsTransID'))
    const answer = answerIn(form)
    if (!authenticating || answer === null) return sendText(response, 400, 'No such payment, or no such answer')
    threeDSecure.answer(authenticating, answer)
    const sessionData = form.get('threeDSSessionData') ?? ''
    const fields = { cres: threeDSecure.cres(authenticating), ...(sessionData && { threeDSSessionData: sessionData }) }
    sendPage(response, postingPage(threeDSecure.challengeReturn(authenticating), fields))
  }

  #redirectPage(response: ServerResponse, redirectData: string | null): void {
    const authenticating = this.#byPaymentData(redirectData)
    if (!authenticating) return sendText(response, 404, 'No such payment')
    if (authenticating.step === 'ended') return this.#sendBack(response, authenticating)
    this.#question(response, authenticating, '/checkoutshopper/threeDS/redirect', {
      redirectData: authenticating.paymentData,
    })
  }

  #redirectAnswer(response: ServerResponse, form: URLSearchParams): void {
    const authenticating = this.#byPaymentData(form.get('redirectData'))
    const answer = answerIn(form)
    if (!authenticating || answer === null) return sendText(response, 400, 'No such payment, or no such answer')
    this.#parts.threeDSecure.answer(authenticating, answer)
    this.#parts.onRedirectAnswered(authenticating)
    this.#sendBack(response, authenticating)
  }

  #sendBack(response: ServerResponse, authenticating: Authenticating): void {
    const { returnUrl, returnMethod, redirectResult } = authenticating
    if (returnMethod === 'POST') return sendPage(response, postingPage(returnUrl, { redirectResult }))
    redirect(response, this.#parts.threeDSecure.returnAddress(authenticating))
  }

  #question(
    response: ServerResponse,
    { payment }: Authenticating,
    action: string,
    hidden: Readonly<Record<string, string>>,
  ): void {
    const content = html`<h1>Your bank</h1>
      <p>
        Do you want to pay ${payment.amount.currency} ${majorUnits(payment.amount)} to
        ${payment.account.merchantAccount} with the card that ends in ${payment.lastFour}?
      </p>
      <form method="post" action="${action}">
        ${hiddenFields(hidden)}
        <button name="answer" value="confirm">Confirm</button>
        <button name="answer" value="refuse">Refuse</button>
        <button name="answer" value="cancel">Cancel</button>
      </form>`
    const headers: Record<string, string> = this.#parts.manners.forbidsFrames
      ? { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "frame-ancestors 'none'" }
      : {}
    sendPage(response, page('Confirm the payment', content), { headers })
  }

  /** Adyen's page tells the page of the form, which framed it, what the issuer sent. */
  #tellPage(response: ServerResponse, id: unknown, message: object): void {
    const authenticating = this.#byServerId(id)
    if (!authenticating) return sendText(response, 400, 'No such payment')
    const [text, origin] = [JSON.stringify(message), authenticating.origin ?? '*'].map((one) => JSON.stringify(one))
    const call = `parent.postMessage(${text ?? ''}, ${origin ?? ''})`
    sendPage(response, page('Done', html`<script>${verbatim(inScript(call))}</script>`))
  }

  #byServerId(id: unknown): Authenticating | undefined {
    return this.#parts.threeDSecure.all.find(({ threeDSServerTransID }) => threeDSServerTransID === id)
  }

  #byPaymentData(paymentData: string | null): Authenticating | undefined {
    return this.#parts.threeDSecure.all.find((one) => one.paymentData === paymentData)
  }
}

function problemsOfChallenge(
  creq: Record<string, unknown> | null,
  authenticating: Authenticating | undefined,
): string[] {
  if (!creq) return ['creq is not JSON in base64url']
  if (!authenticating) return ['creq has an unknown acsTransID']
  const expected = { messageType: 'CReq', threeDSServerTransID: authenticating.threeDSServerTransID }
  const problems = Object.entries(expected)
    .filter(([name, value]) => creq[name] !== value)
    .map(([name, value]) => `${name} of creq must be ${value}`)
  if (!/^2\.\d\.\d$/.test(String(creq['messageVersion']))) problems.push('messageVersion of creq is wrong')
  if (!/^0[1-5]$/.test(String(creq['challengeWindowSize']))) problems.push('challengeWindowSize of creq is 01 to 05')
  return problems
}

function answerIn(form: URLSearchParams): CustomerAnswer | null {
  const answer = form.get('answer')
  return answer === 'confirm' || answer === 'refuse' || answer === 'cancel' ? answer : null
}

function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  return /^https?:$/.test(new URL(value).protocol) ? value : null
}

/** A page that posts fields to an address by itself, or with a button when the browser runs no scripts. */
function postingPage(address: string, fields: Readonly<Record<string, string>>): Markup {
  return page(
    'One moment',
    html`<form method="post" action="${address}">
        ${hiddenFields(fields)}<noscript><button>Continue</button></noscript>
      </form>
      <script>
        ${verbatim('document.forms[0].submit()')}
      </script>`,
  )
}

function hiddenFields(fields: Readonly<Record<string, string>>): Markup[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          body {
            font: 1rem/1.5 system-ui, sans-serif;
            margin: 1.5rem;
          }
          form {
            display: flex;
            flex-wrap: wrap;
            gap: 0.5rem;
          }
          button {
            font: inherit;
            padding: 0.5rem 1rem;
          }
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html>`
}

/** Code that cannot end the script element. */
function inScript(code: string): string {
  return code.replaceAll('<', '\\u003c')
}
