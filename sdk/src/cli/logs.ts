import { usageError } from './command-errors.ts'
import type { ApiRequest } from '../index.ts'
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
  for (const request of earlier.slice(-earlierShown)) show(context, request)
  terminal.progress(waiting)
  for await (const request of added) {
    show(context, request)
    terminal.progress(waiting)
  }
}

function show({ terminal }: CommandContext, request: ApiRequest): void {
  const { created, method, status, code, param, request_id, duration_ms } = request
  const path = withoutSecrets(request.path)
  const mistake = secretInPath.test(path) ? '  (a secret was passed as an id)' : ''
  terminal.object({ ...request, path })
  const reason = code === null ? '' : `  ${code}${param === null ? '' : ` (${param})`}`
  const time = terminal.paint('dim', created)
  const answer = terminal.paint(code === null ? 'green' : 'red', `${status}`)
  terminal.say(`${time}  ${answer}  ${method} ${path}${mistake}${reason}  ${request_id}  ${duration_ms} ms`)
}
