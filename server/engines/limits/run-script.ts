import type { RedisClientType } from '@redis/client'

export interface Script {
  readonly text: string
  /** The SHA-1 of the text, by which the server remembers it. */
  readonly hash: string
}

/** Runs a script on one key. */
export function runScript(
  client: RedisClientType,
  { text, hash }: Script,
  key: string,
  given: readonly string[],
): Promise<unknown> {
  return client.sendCommand(['EVALSHA', hash, '1', key, ...given]).catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand(['EVAL', text, '1', key, ...given])
  })
}
