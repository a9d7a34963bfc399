import type { Host } from './host.ts'

const escape = '\u001b['
const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

/** Prints results to standard output, and everything else to standard error. Removes secret keys from both. */
export class Terminal {
  /** Whether to print one JSON object per line instead of text. */
  readonly json: boolean
  readonly #output: NodeJS.WritableStream
  readonly #errors: NodeJS.WritableStream
  readonly #coloured: boolean
  readonly #showsProgress: boolean
  #progressing = false

  constructor(json: boolean, { output, errors, environment }: Host) {
    this.json = json
    this.#output = output
    this.#errors = errors
    this.#showsProgress = errors.isTTY === true && environment.TERM !== 'dumb'
    this.#coloured = this.#showsProgress && output.isTTY === true && !environment.NO_COLOR
  }

  /** Prints a result as text. Does nothing with `--json`. */
  say(text: string): void {
    if (this.json) return
    this.progress(null)
    this.#output.write(`${withoutKeys(text)}\n`)
  }

  /** Prints a result as JSON. Does nothing without `--json`. */
  object(value: object): void {
    if (this.json) this.#output.write(`${withoutKeys(JSON.stringify(value))}\n`)
  }

  /** Prints a message or error as text to standard error. Does nothing with `--json`. */
  note(text: string): void {
    if (this.json) return
    this.progress(null)
    this.#errors.write(`${withoutKeys(text)}\n`)
  }

  /** Shows the current step in a line that the next output replaces. Null removes it. Only in a terminal. */
  progress(text: string | null): void {
    if (!this.#showsProgress || (text === null && !this.#progressing)) return
    this.#errors.write(`\r${escape}K${text === null ? '' : withoutKeys(this.paint('dim', text))}`)
    this.#progressing = text !== null
  }

  paint(colour: keyof typeof colours, text: string): string {
    return this.#coloured ? `${escape}${colours[colour]}m${text}${escape}0m` : text
  }
}

/** A proxy may echo the key, and a user may type it in the wrong place, so every output passes this filter. */
function withoutKeys(text: string): string {
  return text.replace(/sk_(test|live)_[\x21\x23-\x5b\x5d-\x7e]+/g, 'sk_$1_…')
}
