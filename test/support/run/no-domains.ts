/**
 * What tap gets in place of `async-hook-domain`. That package observes every promise of the process, which makes the
 * server and its database driver much slower. test-worker.ts gives errors that no code catches to the test that runs.
 */
export class Domain {
  readonly onerror: (error: unknown, event: string) => void

  constructor(onerror: (error: unknown, event: string) => void) {
    this.onerror = onerror
  }

  destroy(): void {}
}
