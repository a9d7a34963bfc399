const escape = '\u001b['
const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

/** What is printed: results to standard output, everything about them to standard error. No secret key passes. */
export class Terminal {
  /** One JSON object a line instead of text. */
  readonly json: boolean
  readonly #coloured: boolean
  readonly #shows: boolean
  #progressing = false

  constructor(json: boolean, environment: NodeJS.ProcessEnv) {
    this.json = json
    this.#coloured =
      process.stdout.isTTY && process.stderr.isTTY && !environment.NO_COLOR && environment.TERM !== 'dumb'
    this.#shows = process.stderr.isTTY && environment.TERM !== 'dumb'
  }

  /** A line for people. */
  say(text: string): void {
    if (this.json) return
    this.progress(null)
    process.stdout.write(`${withoutKeys(text)}\n`)
  }

  /** The same for programs. */
  object(value: object): void {
    if (this.json) process.stdout.write(`${withoutKeys(JSON.stringify(value))}\n`)
  }

  /** About the work, not its result. */
  note(text: string): void {
    if (this.json) return
    this.progress(null)
    process.stderr.write(`${withoutKeys(text)}\n`)
  }

  /** What is waited for, in one line that goes away; in a terminal only. */
  progress(text: string | null): void {
    if (!this.#shows || (text === null && !this.#progressing)) return
    process.stderr.write(`\r${escape}K${text === null ? '' : withoutKeys(this.paint('dim', text))}`)
    this.#progressing = text !== null
  }

  paint(colour: keyof typeof colours, text: string): string {
    return this.#coloured ? `${escape}${colours[colour]}m${text}${escape}0m` : text
  }
}

/** Whatever a proxy echoes or a user types in the wrong place. */
function withoutKeys(text: string): string {
  return text.replace(/sk_(test|live)_[\x21\x23-\x5b\x5d-\x7e]+/g, 'sk_$1_…')
}
