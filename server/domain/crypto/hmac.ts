import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/** The longest text in bytes. All texts are ids and other short texts of our own. */
const maxTextBytes = 1_024

/**
 * HMAC-SHA256 with one key, as RFC 2104 defines it. Each reply to a merchant has one for every session in it, and two
 * one-shot hashes take a third of the time of `createHmac`, which makes an object for each call.
 */
export class HmacKey {
  /** The padded key, and behind it the text. */
  readonly #inner: Buffer
  /** The padded key, and behind it the hash of the inner part. */
  readonly #outer: Buffer

  /** `key` is at most as long as a block of the hash. */
  constructor(key: Buffer) {
    if (key.length > blockBytes) throw new Error('Bug: the key of an HMAC is longer than a block')
    this.#inner = padded(key, 0x36, maxTextBytes)
    this.#outer = padded(key, 0x5c, digestBytes)
  }

  /** The bytes, as characters from 0 to 255: each buffer would cost about as much as its hash. */
  digest(text: string): string {
    if (Buffer.byteLength(text) > maxTextBytes) throw new Error('Bug: the text of an HMAC is too long')
    const end = blockBytes + this.#inner.write(text, blockBytes)
    this.#outer.write(hash('sha256', this.#inner.subarray(0, end), 'binary'), blockBytes, 'binary')
    return hash('sha256', this.#outer, 'binary')
  }
}

function padded(key: Buffer, pad: number, room: number): Buffer {
  const block = Buffer.alloc(blockBytes + room)
  block.fill(pad, 0, blockBytes)
  for (const [index, byte] of key.entries()) block[index] = byte ^ pad
  return block
}
