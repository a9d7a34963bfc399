import { isHost } from '../../spec/lib/web-address.ts'
import { readAddress } from '../domain/address-with-password.ts'
import { optional, secret } from '../domain/variable.ts'

/** Where processes share their limits. */
export const redisUrl = secret(
  optional(
    'REDIS_URL',
    {
      description:
        'A Valkey or Redis server, version 6 or later, through which processes ' +
        '[share their limits](/docs/running#shared-limits): `redis://user:password@host:6379/0`, or `rediss://` with ' +
        'TLS. Without it, each process counts its own.',
    },
    (text, report) => {
      const read = readAddress(text)
      if (read.kind === 'problem') report(`REDIS_URL ${read.problem}`)
      else if (isRedisUrl(read.text)) return read.text
      else report('REDIS_URL must be a URL such as redis://user:password@host:6379/0, or begin with rediss:// for TLS')
      return text
    },
  ),
)

/** `user`, `password` and the number of the database are optional. */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^rediss?:$/.test(url.protocol) && isHost(url.hostname) && /^\/?\d{0,5}$/.test(url.pathname)
}
