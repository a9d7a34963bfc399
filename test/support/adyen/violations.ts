/** A request or message that Adyen's documents, or the 3-D Secure specification, do not allow. */
export interface Violation {
  /** Such as `POST /payments`. */
  readonly where: string
  readonly problems: readonly string[]
}

/** What the service did wrong so far. A test that expects violations takes them; any other one fails at the end. */
export class Violations {
  readonly all: Violation[] = []

  add(where: string, ...problems: readonly string[]): void {
    this.all.push({ where, problems })
  }

  /** The violations so far, which then no longer fail the test. */
  take(): Violation[] {
    return this.all.splice(0)
  }

  throwIfAny(): void {
    if (this.all.length === 0) return
    const lines = this.all.map(({ where, problems }) => `${where}: ${problems.join('; ')}`)
    throw new Error(`Adyen's documents do not allow what the service sent:\n${lines.join('\n')}`)
  }
}
