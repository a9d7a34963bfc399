// Steps in a file: what the service does for a situation, and `servicepay fixtures` for a file of a shop.

/** A call of the contract. A text in it can be a reference, such as `{{session.id}}`. */
export interface CallStep<Call extends string = string> {
  /** The operation, by its name in the OpenAPI document. */
  readonly call: Call
  /** The id in the path of the call. */
  readonly id?: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  /** The name of its result: the object, or the first object of a list. */
  readonly as?: string
}

/** Lets the time of the account pass: `15 days`, `2 hours 30 minutes` or `until Tuesday`. */
export interface WaitStep {
  readonly wait: string
}

/** Repeats steps. `{{round}}` is the number of the round, from 1. */
export interface RepeatStep<Call extends string = string> {
  readonly repeat: number
  /** Whether the rounds run at the same time. */
  readonly together?: boolean
  /** Values by name. Each round takes the next of them, and begins again after the last. */
  readonly with?: Readonly<Record<string, readonly (string | number)[]>>
  readonly steps: readonly Step<Call>[]
}

export type Step<Call extends string = string> = CallStep<Call> | WaitStep | RepeatStep<Call>

/** The named results, and what a round has. */
export type Values = Map<string, unknown>

/** What performs steps. A problem ends the run. */
export interface StepRunner<Call extends string, Problem> {
  call(step: CallStep<Call>, values: Values): Promise<Problem | null>
  wait(step: WaitStep): Promise<Problem | null>
}

/** Performs the steps one after the other, up to the first that fails. Null: all have succeeded. */
export async function runSteps<Call extends string, Problem>(
  steps: readonly Step<Call>[],
  values: Values,
  runner: StepRunner<Call, Problem>,
): Promise<Problem | null> {
  for (const step of steps) {
    const problem =
      'repeat' in step
        ? await runRounds(step, values, runner)
        : 'wait' in step
          ? await runner.wait(step)
          : await runner.call(step, values)
    if (problem) return problem
  }
  return null
}

/** The rounds leave their results to the steps after them: those of the last round. */
async function runRounds<Call extends string, Problem>(
  { repeat, together = false, with: lists = {}, steps }: RepeatStep<Call>,
  values: Values,
  runner: StepRunner<Call, Problem>,
): Promise<Problem | null> {
  const round = (index: number): Values => {
    const own = new Map(values).set('round', index + 1)
    for (const [name, list] of Object.entries(lists)) {
      const turn = (Number(values.get('round') ?? 1) - 1) * repeat + index
      own.set(name, list[turn % list.length])
    }
    return own
  }
  const rounds = Array.from({ length: repeat }, (_, index) => index)
  const keep = (last: Values): void => {
    for (const [name, value] of last) if (name !== 'round' && !(name in lists)) values.set(name, value)
  }
  if (together) {
    const made = rounds.map(round)
    const problems = await Promise.all(made.map((own) => runSteps(steps, own, runner)))
    keep(made.at(-1) ?? values)
    return problems.find((problem) => problem !== null) ?? null
  }
  for (const index of rounds) {
    const own = round(index)
    const problem = await runSteps(steps, own, runner)
    keep(own)
    if (problem) return problem
  }
  return null
}

/** What `as` names: the object, or the first object of a list. */
export function firstOf(body: unknown): unknown {
  return isObject(body) && Array.isArray(body['data']) ? body['data'][0] : body
}

/** Replaces the references in texts. A text that is one reference becomes what it names, such as a number. */
export function filled(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const [, whole] = /^\{\{([\w.]+)\}\}$/.exec(value) ?? []
    if (whole !== undefined) return lookUp(values, whole)
    return value.replaceAll(/\{\{([\w.]+)\}\}/g, (_all, path: string) => String(lookUp(values, path)))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, values)]))
}

/** What a path such as `session.id` names. */
export function lookUp(values: Values, path: string): unknown {
  const [name = '', ...fields] = path.split('.')
  return fields.reduce<unknown>(
    (found, field) => (isObject(found) && Object.hasOwn(found, field) ? found[field] : undefined),
    values.get(name),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The days that `until` can name. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The hour of the day, in UTC, at which a wait for a weekday ends. */
const untilHour = 9

/** What a wait other than `until` looks like. */
export const duration = /^(?:(\d+) days?)?(?: ?(\d+) hours?)?(?: ?(\d+) minutes?)?$/
export const daySeconds = 86_400

/** The seconds from `now` to the end of a wait. */
export function secondsOf({ wait }: WaitStep, now: Date): number {
  const weekday = weekdays.indexOf(wait.slice('until '.length))
  if (weekday >= 0) {
    const end = new Date(now)
    end.setUTCHours(untilHour, 0, 0, 0)
    const days = (weekday - end.getUTCDay() + 7) % 7
    end.setUTCDate(end.getUTCDate() + (days === 0 && end <= now ? 7 : days))
    return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
  }
  const [, days = '0', hours = '0', minutes = '0'] = duration.exec(wait) ?? []
  return Number(days) * daySeconds + Number(hours) * 3600 + Number(minutes) * 60
}
