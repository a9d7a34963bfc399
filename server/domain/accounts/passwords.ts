import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { lengthOf } from '../../../spec/lib/formats.ts'
import { commonPasswords } from './common-passwords.ts'

/** In code points. */
export const passwordLength = { min: 10, max: 200 } as const

export interface PasswordCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** Needs 32 MB and about a tenth of a second. Each hash contains its cost, so that new hashes can use a higher one. */
export const usualPasswordCost: PasswordCost = { n: 2 ** 15, r: 8, p: 3 }

const saltBytes = 16
const keyBytes = 32

/** Returns `scrypt$n$r$p$salt$key`, with salt and key in base64url. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.n, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** The hash of no password: nobody knows a text that has it. It takes no time. */
export function hashOfNoPassword({ n, r, p }: PasswordCost): string {
  const [salt, key] = [randomBytes(saltBytes), randomBytes(keyBytes)]
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Takes the time of a hash at `cost` when there is no hash, so that the response time does not reveal which accounts
 * exist.
 */
export async function verifyPassword(password: string, hash: string | null, cost: PasswordCost): Promise<boolean> {
  const parsed = parseHash(hash ?? '') ?? { cost, salt: Buffer.alloc(saltBytes), key: Buffer.alloc(keyBytes) }
  const key = await derive(password, parsed.salt, parsed.cost)
  return hash !== null && timingSafeEqual(key, parsed.key)
}

function parseHash(hash: string): { cost: PasswordCost; salt: Buffer; key: Buffer } | null {
  const [, n, r, p, salt = '', key = ''] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash) ?? []
  if (n === undefined) return null
  return {
    cost: { n: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

function derive(password: string, salt: Buffer, { n, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 2 * 128 * n * r }
  return new Promise((resolve, reject) => {
    // Keyboards encode the same letter in different ways; NFKC makes them equal.
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** One sentence on why a password is refused, or null when it is acceptable. */
export function passwordProblem(password: string, email: string): string | null {
  const length = lengthOf(password)
  if (length < passwordLength.min) return `Choose at least ${passwordLength.min} characters.`
  if (length > passwordLength.max) return `Choose at most ${passwordLength.max} characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < 4) return 'Choose a password with more different characters.'
  if (isCommon(plain)) return 'This password is on the lists that attackers try first. Choose another.'
  return isLikeEmail(plain, email.toLowerCase())
    ? 'Choose a password that does not come from your email address.'
    : null
}

/** Also finds common passwords with digits and signs around them, which people add to satisfy password rules. */
function isCommon(plain: string): boolean {
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return commonPasswords.has(plain) || commonPasswords.has(core) || isRun(plain)
}

/** Detects runs such as `1234567890` and `abcdefghij`, in both directions. */
function isRun(plain: string): boolean {
  const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
  const both = [...runs, ...runs.map((run) => [...run].reverse().join(''))]
  return both.some((run) => run.includes(plain))
}

function isLikeEmail(plain: string, email: string): boolean {
  const [local = '', host = ''] = email.split('@')
  const rest = [email, local, host.split('.')[0] ?? '']
    .filter((part) => part.length >= 4)
    .reduce((text, part) => text.replaceAll(part, ''), plain)
  return rest !== plain && rest.replace(/[^\p{L}]/gu, '').length < 4
}
