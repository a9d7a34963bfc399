/** Something wrong in the database. `subject` names the kind, and `message` is a sentence with ids. */
export interface Finding {
  readonly subject: Subject
  readonly message: string
}

export type Subject =
  | 'totals'
  | 'states'
  | 'events'
  | 'refunds'
  | 'returns'
  | 'disputes'
  | 'links'
  | 'ledger'
  | 'bank'
  | 'deliveries'
  | 'secrets'
  | 'constraints'
  | 'rights'
  | 'foreign content'
  | 'indexes'
  | 'tables'

/** How many findings of one kind the report names. It counts the others, so that it fits into memory. */
const namedOfEach = 20

/** What a verification finds, in constant memory. */
export class Findings {
  readonly #named: Finding[] = []
  readonly #counts = new Map<Subject, number>()
  /** What could not be checked, and why. */
  readonly notes: string[] = []

  add(subject: Subject, message: string): void {
    const count = (this.#counts.get(subject) ?? 0) + 1
    this.#counts.set(subject, count)
    if (count <= namedOfEach) this.#named.push({ subject, message })
  }

  get named(): readonly Finding[] {
    return this.#named
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** How many findings of each kind are counted but not named. */
  get unnamed(): readonly { readonly subject: Subject; readonly count: number }[] {
    return [...this.#counts]
      .filter(([, count]) => count > namedOfEach)
      .map(([subject, count]) => ({ subject, count: count - namedOfEach }))
  }
}
