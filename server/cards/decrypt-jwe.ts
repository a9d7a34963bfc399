import { createDecipheriv, createHash, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'

/** The parts of a compact JWE with `alg` ECDH-ES and `enc` A256GCM (RFC 7516, section 3.1). */
export interface CompactJwe {
  /** As received, because the tag authenticates these characters. */
  readonly protectedHeader: string
  /** Affine coordinates of the ephemeral P-256 key, base64url. */
  readonly epk: { readonly x: string; readonly y: string }
  /** 12 bytes. */
  readonly iv: Buffer
  readonly ciphertext: Buffer
  /** 16 bytes. */
  readonly tag: Buffer
}

const tagBytes = 16
const keyBits = 256

/**
 * What the key derivation hashes after the shared secret: the algorithm, two parties without names, and the length of
 * the key (RFC 7518, section 4.6.2).
 */
const otherInfo = Buffer.concat([
  uint32('A256GCM'.length),
  Buffer.from('A256GCM', 'ascii'),
  uint32(0),
  uint32(0),
  uint32(keyBits),
])

/**
 * Decrypts a JWE. Null when it was encrypted with another key, was altered, or has an ephemeral key that is no point of
 * the curve. OpenSSL does the cryptography; a library on top of WebCrypto needs two to four times as much processor
 * time, because it moves each step to another thread.
 */
export function decryptJwe(jwe: CompactJwe, privateKey: KeyObject): Buffer | null {
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...jwe.epk }, format: 'jwk' })
    const secret = diffieHellman({ privateKey, publicKey })
    // One round of the Concat KDF, because SHA-256 gives as many bits as the key needs.
    const key = createHash('sha256').update(uint32(1)).update(secret).update(otherInfo).digest()
    const decipher = createDecipheriv('aes-256-gcm', key, jwe.iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(jwe.protectedHeader, 'ascii'))
    decipher.setAuthTag(jwe.tag)
    return Buffer.concat([decipher.update(jwe.ciphertext), decipher.final()])
  } catch {
    // The messages of OpenSSL would only help an attacker who probes for weaknesses.
    return null
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
