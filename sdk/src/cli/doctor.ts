import { ServicePayError, type ServicePay } from '../index.ts'
import { isLoopback } from './addresses.ts'
import { CommandError, errorReportOf } from './command-errors.ts'
import { withoutSecrets } from './redact.ts'
import { credentials, type CommandContext } from './settings.ts'

/** `problem` and `fix` are null where everything is well. */
interface Check {
  readonly name: string
  readonly found: string
  readonly problem: string | null
  readonly fix: string | null
}

const answerMilliseconds = 10_000

/** A delivery that is older is refused, and the clock of this machine decides. */
const toleranceSeconds = 300
/** From here on, a clock is on its way out of the tolerance. */
const noticeableSeconds = 30

/** `servicepay doctor`: checks the address, the clock, the key and the webhook address. */
export async function doctor(context: CommandContext): Promise<void> {
  const { terminal } = context
  const { client, keyFrom } = credentials(context)
  const checks: Check[] = []
  const report = (check: Check): void => {
    checks.push(check)
    const mark = check.problem === null ? terminal.paint('green', '✓') : terminal.paint('red', '✗')
    terminal.say(`${mark} ${check.name.padEnd(8)}  ${check.found}`)
    if (check.problem !== null) terminal.say(`  ${check.problem}\n  fix  ${check.fix}`)
  }
  terminal.progress(`asking ${client.baseUrl}`)
  const service = await checkService(client.baseUrl)
  report(service.check)
  if (service.answeredAt) {
    report(checkClock(service.answeredAt))
    const key = await checkKey(client, keyFrom)
    report(key.check)
    if (key.url !== undefined) report(await checkWebhook(key.url, client.livemode))
  }
  terminal.object({ checks })
  const bad = checks.filter(({ problem }) => problem !== null).map(({ name }) => name)
  if (bad.length > 0)
    throw new CommandError(1, 'not_well', `Something is wrong with: ${bad.join(', ')}.`, 'Do what is written above.')
}

const well = (name: string, found: string): Check => ({ name, found, problem: null, fix: null })

async function checkService(baseUrl: string): Promise<{ check: Check; answeredAt?: Date }> {
  const wrong = (problem: string): { check: Check } => ({
    check: {
      name: 'address',
      found: baseUrl,
      problem,
      fix: 'Check --base-url or SERVICEPAY_BASE_URL, and that the service is up.',
    },
  })
  try {
    const signal = AbortSignal.timeout(answerMilliseconds)
    const response = await fetch(`${baseUrl}/healthz`, { signal, redirect: 'manual' })
    const text = (await response.text()).slice(0, 200)
    const date = new Date(response.headers.get('date') ?? NaN)
    if (!response.ok || !text.includes('"ok"')) return wrong(`It answers ${response.status}, and is not the service.`)
    const isOpen = baseUrl.startsWith('http://') && !isLoopback(new URL(baseUrl).hostname)
    if (isOpen)
      return {
        answeredAt: date,
        check: {
          name: 'address',
          found: baseUrl,
          problem: 'The key travels without encryption.',
          fix: 'Use the https address of the service.',
        },
      }
    return { answeredAt: date, check: well('address', `${baseUrl} answers`) }
  } catch (error) {
    return wrong(`It does not answer: ${reasonOf(error)}.`)
  }
}

/** Compares with the header `Date` of the service, which has whole seconds. */
export function checkClock(service: Date, now = Date.now()): Check {
  const ahead = Math.round((now - service.getTime()) / 1000)
  if (Number.isNaN(ahead)) return well('clock', 'unknown: a proxy removes the header `Date`')
  const off = Math.abs(ahead)
  const found = off <= 1 ? 'as that of the service' : `${off} seconds ${ahead < 0 ? 'behind' : 'ahead of'} the service`
  if (off <= noticeableSeconds) return well('clock', found)
  const problem =
    off >= toleranceSeconds
      ? `A verified delivery may differ by less than ${toleranceSeconds} seconds, so this machine refuses every one.`
      : `From ${toleranceSeconds} seconds on, this machine refuses every delivery.`
  return { name: 'clock', found, problem, fix: 'Set the clock, and keep it right with NTP.' }
}

/** `url`: the webhook address, or null without one. Undefined: the key could not find out. */
async function checkKey(client: ServicePay, keyFrom: string): Promise<{ check: Check; url?: string | null }> {
  const mode = client.livemode ? 'live' : 'test'
  const accepted = well('key', `accepted, ${mode} mode, from ${keyFrom}`)
  try {
    const { url } = await client.webhookEndpoints.retrieve()
    return { check: accepted, url }
  } catch (error) {
    if (!(error instanceof ServicePayError)) throw error
    if (error.code === 'not_found') return { check: accepted, url: null }
    // The public demo key, and a key without this permission.
    if (error.code === 'webhooks_not_available') return { check: accepted }
    const { message, fix } = errorReportOf(error)
    return { check: { name: 'key', found: `from ${keyFrom}`, problem: message, fix } }
  }
}

/** Anyone can send this request, and a program that verifies signatures refuses it. */
async function checkWebhook(url: string | null, livemode: boolean): Promise<Check> {
  if (url === null)
    return livemode
      ? {
          name: 'webhook',
          found: 'no address',
          problem: 'Nothing tells your program of a payment whose customer has closed the page.',
          fix: 'Set one with `webhookEndpoints.set`, or in the dashboard under Webhooks.',
        }
      : well('webhook', 'no address; on your machine, `servicepay listen` brings the events')
  const name = 'webhook'
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'ServicePay-CLI/1 (doctor)' },
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    await response.body?.cancel()
    const { status } = response
    const found = `${withoutSecrets(url)} answers ${status} to a request without a signature`
    if (response.ok)
      return {
        name,
        found,
        problem: 'Your program accepts what anyone may send.',
        fix: 'Verify each delivery: `webhooks.handler` of `servicepay/webhooks` does.',
      }
    if (status >= 300 && status < 400)
      return { name, found, problem: 'A redirect counts as a failure.', fix: 'Set the address that it leads to.' }
    if (status === 404 || status === 405 || status >= 500)
      return {
        name,
        found,
        problem: 'Nothing that verifies deliveries answers there.',
        fix: 'Check the path, and what your program logs.',
      }
    return well(name, found)
  } catch (error) {
    return {
      name,
      found: withoutSecrets(url),
      problem: `It cannot be reached from here: ${reasonOf(error)}.`,
      fix: 'Check that your program runs. The dashboard shows under Webhooks whether the service reaches it.',
    }
  }
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: Partial<NodeJS.ErrnoException> }
  return cause?.code ?? cause?.message ?? message
}
