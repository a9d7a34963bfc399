import type { Progress } from './attempt.ts'

/** What the form says after so many milliseconds in which the server has not said anything new. */
const stages = [
  [4_000, 'waiting'],
  [20_000, 'still_waiting'],
] as const

/** Shows progress, and keeps a customer who has to wait informed. */
export interface Patience {
  show(progress: Progress): void
  /** The payment is over. */
  end(): void
}

export function patienceWith(showNow: (progress: Progress) => void): Patience {
  let timers: readonly ReturnType<typeof setTimeout>[] = []
  let shown: Progress['kind'] | undefined
  const end = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    shown = undefined
  }
  return {
    show(progress) {
      if (progress.kind === 'paying' && shown === 'paying') return
      end()
      shown = progress.kind
      showNow(progress)
      if (shown === 'paying') timers = stages.map(([after, kind]) => setTimeout(() => showNow({ kind }), after))
    },
    end,
  }
}
