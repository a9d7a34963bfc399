/**
 * What balancers and orchestrators ask about a process, every second or so. The calls are no requests of anybody: they
 * are neither counted nor logged, and they never wait for a turn.
 */
export const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
