import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '../../../generated/operations.ts'
import { didYouMean } from '../../../spec/lib/nearest.ts'
import {
  duration,
  filled,
  firstOf,
  runSteps,
  secondsOf,
  weekdays,
  type CallStep,
  type Step,
  type Values,
} from '../../../spec/lib/steps.ts'
import type { ServicePay } from '../index.ts'
import { parseJson } from '../parse-json.ts'
import { usageError, type CommandError } from './command-errors.ts'
import { credentials, type CommandContext } from './settings.ts'

type CallName = keyof typeof operations

/** The calls that a secret key makes. The card form makes the others. */
const calls = (Object.keys(operations) as CallName[]).filter((name) => operations[name].auth === 'secret_key')

/** Far more than any story needs. */
const maxBytes = 1024 * 1024
const maxDepth = 5
const maxRounds = 1000

const lookPause = 200

/** `servicepay fixtures <file>`: makes the calls of a file one after the other, and prints what each made. */
export async function fixtures(context: CommandContext): Promise<void> {
  const [path] = context.words
  const steps = stepsIn(path)
  const { client } = credentials(context)
  if (client.livemode)
    throw usageError('A live key cannot run fixtures, because they make test data.', 'Use a test key, sk_test_….')
  const { terminal, signal } = context
  const made: Values = new Map()
  await runSteps<string, never>(steps, made, {
    call: async (step, values) => {
      terminal.progress(step.call)
      const result = firstOf(await callOf(client, step, values, signal))
      if (step.as !== undefined) values.set(step.as, result)
      const { id, status } = Object(result) as { id?: string; status?: string }
      const what = [id, status].filter((part) => typeof part === 'string').join(': ')
      terminal.object({ call: step.call, as: step.as ?? null, id: id ?? null, status: status ?? null })
      terminal.say(
        `${terminal.paint('green', '✓')} ${step.call}${what && ` ${what}`}${step.as ? ` as ${step.as}` : ''}`,
      )
      return null
    },
    wait: async (step) => {
      terminal.progress(`moving the time: ${step.wait}`)
      let clock = await client.testHelpers.clock.retrieve({ signal })
      clock = await client.testHelpers.clock.advance({ advance: secondsOf(step, new Date(clock.now)) }, { signal })
      while (clock.status === 'advancing') {
        await sleep(lookPause, undefined, { signal })
        clock = await client.testHelpers.clock.retrieve({ signal })
      }
      terminal.object({ wait: step.wait, now: clock.now })
      terminal.say(`${terminal.paint('green', '✓')} ${step.wait}: it is ${clock.now}`)
      return null
    },
  })
}

async function callOf(client: ServicePay, step: CallStep, values: Values, signal: AbortSignal): Promise<unknown> {
  const { method, path } = operations[step.call as CallName]
  const id = step.id === undefined ? '' : filled(step.id, values)
  if (step.id !== undefined && (typeof id !== 'string' || id === ''))
    throw usageError(`\`${step.call}\` has no id: nothing is called ${step.id}.`, 'An earlier step names it with `as`.')
  const address = path.replace(/\{\w+\}/, () => encodeURIComponent(id as string))
  const given = filled((method === 'GET' ? step.query : step.body) ?? {}, values) as object
  return client.rawRequest(method, address, given, { signal })
}

function stepsIn(path: string | undefined): readonly Step[] {
  const fix = 'A file has {"steps": [{"call": "createCheckoutSession", "body": {…}, "as": "session"}, …]}.'
  if (path === undefined) throw usageError('The file is missing.', 'Run, for example: servicepay fixtures order.json')
  if (statSync(path).size > maxBytes) throw usageError(`${path} has more than 1 MB.`, 'Pass a file with steps.')
  const file = parseJson(readFileSync(path, 'utf8'))
  if (file === undefined) throw usageError(`${path} is not JSON.`, fix)
  const steps = Array.isArray(file) ? file : (Object(file) as { steps?: unknown }).steps
  checkSteps(steps, 'steps', 0, fix)
  return steps as readonly Step[]
}

const stepFields = {
  call: ['call', 'id', 'query', 'body', 'as'],
  wait: ['wait'],
  repeat: ['repeat', 'together', 'with', 'steps'],
} as const

/** Checks everything before the first call, so that a mistake in the last step leaves nothing behind. */
function checkSteps(steps: unknown, at: string, depth: number, fix: string): void {
  if (!Array.isArray(steps) || depth > maxDepth) throw usageError(`\`${at}\` is not a list of steps.`, fix)
  for (const [index, given] of steps.entries()) {
    const step = Object(given) as Record<string, unknown>
    const here = `${at}[${index}]`
    const wrong = (what: string, how = fix): CommandError => usageError(`\`${here}\` ${what}.`, how)
    const kind = (['call', 'wait', 'repeat'] as const).find((name) => name in step)
    if (!kind) throw wrong('has neither `call`, `wait` nor `repeat`')
    const known: readonly string[] = stepFields[kind]
    const unknown = Object.keys(step).find((name) => !known.includes(name))
    if (unknown)
      throw wrong(`has no field \`${unknown}\`${didYouMean(unknown, known).replace(/^ /, '. ').replace(/\?$/, '')}`)
    if (kind === 'call') checkCall(step, wrong)
    else if (kind === 'wait') checkWait(step['wait'], wrong)
    else {
      const { repeat, with: lists = {} } = step
      const isCount = Number.isSafeInteger(repeat) && (repeat as number) >= 1 && (repeat as number) <= maxRounds
      if (!isCount) throw wrong(`does not repeat 1 to ${maxRounds} times`)
      if (!Object.values(Object(lists) as object).every((list) => Array.isArray(list) && list.length > 0))
        throw wrong('has a list without values in `with`')
      checkSteps(step['steps'], `${here}.steps`, depth + 1, fix)
      if (step['together'] === true && /"wait":/.test(JSON.stringify(step['steps'])))
        throw wrong('waits in rounds that run together, and an account has one time')
    }
  }
}

type Wrong = (what: string, how?: string) => CommandError

function checkCall({ call, id, query, body, as }: Record<string, unknown>, wrong: Wrong): void {
  if (typeof call !== 'string' || !(calls as readonly string[]).includes(call))
    throw wrong(
      `names no call: \`${String(call)}\`.${didYouMean(String(call), calls)}`,
      `The calls are: ${calls.join(', ')}.`,
    )
  const { path_parameters, method } = operations[call as CallName]
  const isIdThere = typeof id === 'string' && id !== ''
  if (isIdThere !== path_parameters.length > 0) throw wrong(isIdThere ? 'takes no `id`' : 'needs an `id`')
  if (as !== undefined && (typeof as !== 'string' || !/^\w+$/.test(as))) throw wrong('has an `as` that is no word')
  const [given, other, name] = method === 'GET' ? [query, body, 'body'] : [body, query, 'query']
  if (other !== undefined) throw wrong(`takes no \`${name}\``)
  if (given !== undefined && Object.prototype.toString.call(given) !== '[object Object]')
    throw wrong('has fields that are no object')
}

function checkWait(wait: unknown, wrong: Wrong): void {
  const isWeekday = typeof wait === 'string' && weekdays.some((day) => wait === `until ${day}`)
  if (!isWeekday && (typeof wait !== 'string' || wait === '' || !duration.test(wait)))
    throw wrong('does not wait like `15 days`, `2 hours 30 minutes` or `until Tuesday`')
}
