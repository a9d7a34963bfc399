import { usageError } from './command-errors.ts'
import type { FailedRequest } from '../index.ts'
import { followList, pageSize, type FollowOptions } from './listen/follow.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import { credentials, type CommandContext } from './settings.ts'

/** How many earlier failed requests the command prints at its start. */
const earlierShown = 10

/** `servicepay logs tail`: prints the failed requests of the account until Ctrl-C. */
export async function logs(context: CommandContext): Promise<void> {
  const { terminal, signal, words } = context
  const [verb] = words
  if (verb !== 'tail')
    throw usageError(
      verb === undefined ? 'The word `tail` is missing.' : `\`logs\` has no \`${verb}\`.${didYouMean(verb, ['tail'])}`,
      'Run: servicepay logs tail',
    )
  const { client } = credentials(context)
  const onConnectionChange: FollowOptions['onConnectionChange'] = (error) =>
    terminal.note(error ? `${error.message} Trying again.` : 'Connected again.')
  const list = () => client.failedRequests.list({ limit: pageSize }, { signal })
  const waiting = 'waiting for failed requests; press Ctrl-C to stop'
  terminal.progress(waiting)
  const { earlier, added } = await followList(list, { signal, onConnectionChange })
  for (const request of earlier.slice(-earlierShown)) show(context, request)
  terminal.progress(waiting)
  for await (const request of added) {
    show(context, request)
    terminal.progress(waiting)
  }
}

function show({ terminal }: CommandContext, request: FailedRequest): void {
  const { created, method, path, status, code, param, request_id, duration_ms } = request
  terminal.object(request)
  const reason = `${code}${param === null ? '' : ` (${param})`}`
  const time = terminal.paint('dim', created)
  terminal.say(
    `${time}  ${terminal.paint('red', `${status}`)}  ${method} ${path}  ${reason}  ${request_id}  ${duration_ms} ms`,
  )
}
