let times = 1

/**
 * Makes the time-outs that protect the service from slow parts, such as a database, last this many times as long in
 * this process. Tests use it, because none may fail only because its machine is slow.
 */
export function lengthenTimeouts(factor: number): void {
  times = factor
}

/** How long a wait of usually `ms` may take in this process. */
export function lengthened(ms: number): number {
  return ms * times
}
