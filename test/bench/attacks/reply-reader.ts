/** Finds the end of each reply on a connection, and keeps no bodies. */
export class ReplyReader {
  readonly #ended: (status: string) => void
  /** The end of the text so far: a part of a head, or of the last chunk. */
  #rest = ''
  #status = ''
  /** Bytes of the body that are still to come. Null between replies. `chunked` until the last chunk. */
  #body: number | 'chunked' | null = null

  constructor(ended: (status: string) => void) {
    this.#ended = ended
  }

  read(text: string): void {
    this.#rest += text
    while (this.#body === null ? this.#readHead() : this.#readBody());
  }

  /** Whether there is a whole head. */
  #readHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return false
    const head = this.#rest.slice(0, end + 2)
    // Keeps the end of the head, with which a body of no chunks begins.
    this.#rest = this.#rest.slice(end + 2)
    this.#status = head.slice(9, 12)
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#body = isChunked ? 'chunked' : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) + 2
    return true
  }

  /** Whether the whole body has arrived. */
  #readBody(): boolean {
    if (this.#body === 'chunked') {
      const last = '\r\n0\r\n\r\n'
      const end = this.#rest.indexOf(last)
      this.#rest = end < 0 ? this.#rest.slice(1 - last.length) : this.#rest.slice(end + last.length)
      if (end < 0) return false
    } else {
      const wanted = this.#body ?? 0
      const taken = Math.min(wanted, this.#rest.length)
      this.#rest = this.#rest.slice(taken)
      this.#body = wanted - taken
      if (this.#body > 0) return false
    }
    this.#body = null
    this.#ended(this.#status)
    return true
  }
}
