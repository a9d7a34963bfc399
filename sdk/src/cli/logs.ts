import { usageError } from './command-errors.ts'
import type { ApiRequest, ServicePay } from '../index.ts'
import { followList, pageSize, type FollowOptions } from './listen/follow.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { withoutSecrets } from './redact.ts'
import { credentials, type CommandContext } from './settings.ts'

/** How many earlier requests the command prints at its start. */
const earlierShown = 10

/** Also where the service has shortened the secret already. */
const secretInPath = /_secret_|sk_(?:test|live)_|whsec_/

/** `servicepay logs tail`: prints the requests of the account until Ctrl-C. */
export async function logs(context: CommandContext): Promise<void> {
  const { terminal, signal, words, options } = context
  const [verb] = words
  if (verb !== 'tail')
    throw usageError(
      verb === undefined ? 'The word `tail` is missing.' : `\`logs\` has no \`${verb}\`.${didYouMean(verb, ['tail'])}`,
      'Run: servicepay logs tail',
    )
  const { client } = credentials(context)
  const onConnectionChange: FollowOptions['onConnectionChange'] = (error) =>
    terminal.note(error ? `${error.message} Trying again.` : 'Connected again.')
  const outcome = options.failed ? 'failed' : 'any'
  const list = () => client.apiRequests.list({ outcome, limit: pageSize }, { signal })
  const waiting = `waiting for ${options.failed ? 'failed ' : ''}requests; press Ctrl-C to stop`
  terminal.progress(waiting)
  const { earlier, added } = await followList(list, { signal, onConnectionChange })
  const print = async (request: ApiRequest): Promise<void> =>
    show(context, request, await adviceOn(request, { client, signal }))
  for (const request of earlier.slice(-earlierShown)) await print(request)
  terminal.progress(waiting)
  for await (const request of added) {
    await print(request)
    terminal.progress(waiting)
  }
}

/** The sentences of the error that a reply has. They are null where the service has kept no body, as in live mode. */
interface Advice {
  readonly message: string | null
  readonly fix: string | null
}

const noAdvice: Advice = { message: null, fix: null }

async function adviceOn(
  { id, code }: ApiRequest,
  { client, signal }: { client: ServicePay; signal: AbortSignal },
): Promise<Advice> {
  if (code === null) return noAdvice
  try {
    return adviceIn((await client.apiRequests.retrieve(id, { signal })).reply_body)
  } catch (error) {
    if (signal.aborted) throw error
    return noAdvice
  }
}

function adviceIn(reply: string | null): Advice {
  const error = (JSON.parse(reply ?? 'null') as { error?: Partial<Advice> } | null)?.error
  const sentence = (text: unknown): string | null => (typeof text === 'string' ? withoutSecrets(text) : null)
  return { message: sentence(error?.message), fix: sentence(error?.fix) }
}

function show({ terminal }: CommandContext, request: ApiRequest, advice: Advice): void {
  const { created, method, status, code, param, request_id, duration_ms, fault } = request
  const path = withoutSecrets(request.path)
  const mistake = secretInPath.test(path) ? '  (a secret was passed as an id)' : ''
  terminal.object({ ...request, path, ...advice })
  const reason = code === null ? '' : `  ${code}${param === null ? '' : ` (${param})`}`
  const cause = fault === null ? '' : `  (fault on demand: ${fault})`
  const time = terminal.paint('dim', created)
  const answer = terminal.paint(code === null ? 'green' : 'red', `${status}`)
  terminal.say(`${time}  ${answer}  ${method} ${path}${mistake}${reason}${cause}  ${request_id}  ${duration_ms} ms`)
  for (const [name, text] of Object.entries(advice)) if (text !== null) terminal.say(`  ${name.padEnd(7)}  ${text}`)
}
