import type { Test } from 'tap'
import { lengthenTimeouts } from '../../server/domain/time/time-outs.ts'

/** A machine may be so much slower than the one that the product's time-outs were chosen for. */
const factor = 30

let isRealTime = false

/** Whether the clock of tests runs in real time: in test/long, and for pages in a browser, which wait in real time. */
export function isInRealTime(): boolean {
  return isRealTime
}

export function runInRealTime(): void {
  isRealTime = true
}

/** Lets the time-outs of the product last so long that a slow machine does not reach them, except in test/long. */
export function chooseTimeouts(file: string): void {
  isRealTime = file.startsWith('test/long/')
  lengthenTimeouts(isRealTime ? 1 : factor)
}

/** Gives the product its usual time-outs for the rest of this file, whose subject they are. */
export function useUsualTimeouts(t: Test): void {
  lengthenTimeouts(1)
  t.teardown(() => lengthenTimeouts(factor))
}
