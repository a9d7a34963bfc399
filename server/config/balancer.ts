import { wholeNumber } from '../domain/variable.ts'

/** What a balancer in front of several processes needs. */
export interface BalancerSettings {
  /** How long a process that stops still serves requests. */
  readonly drainSeconds: number
  /** How long a process may take to stop after that. */
  readonly stopSeconds: number
  /** How long a connection without a request stays open. */
  readonly keepAliveSeconds: number
}

export const balancerVariables = {
  drainSeconds: wholeNumber('DRAIN_SECONDS', 0, {
    min: 0,
    max: 600,
    description:
      'How many seconds a stopping process keeps serving requests while `GET /readyz` answers 503. ' +
      'Set it [behind a balancer](/docs/running#stopping).',
  }),
  stopSeconds: wholeNumber('STOP_SECONDS', 15, {
    min: 10,
    max: 600,
    description:
      'How many seconds a process may take to finish its work and to stop its database, after `DRAIN_SECONDS`. ' +
      'Then it ends with code 1. A slow machine needs more. Give the service manager more time than both together.',
  }),
  keepAliveSeconds: wholeNumber('KEEP_ALIVE_SECONDS', 125, {
    min: 5,
    max: 3600,
    description:
      'How many seconds the service keeps an idle connection open. It must be longer than the idle time of the ' +
      '[balancer](/docs/running#kept-connections), or now and then a request fails with 502.',
  }),
}
