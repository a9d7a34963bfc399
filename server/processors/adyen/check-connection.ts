import type { ConnectionResult } from '../acquirer.ts'
import type { AdyenAccount } from './account.ts'
import { parseObject, textAt } from './json.ts'

const limitMs = 10_000
const maxReplyBytes = 64 * 1024

/** Adyen's error code for a merchant account that it does not know. */
const invalidMerchantAccount = '901'

/** Asks Adyen which payment methods the account has. The call moves no money and carries no card. */
export async function checkAdyenConnection(
  checkoutUrl: string,
  { merchantAccount, apiKey }: Pick<AdyenAccount, 'merchantAccount' | 'apiKey'>,
): Promise<ConnectionResult> {
  try {
    const reply = await fetch(`${checkoutUrl}/paymentMethods`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
      body: JSON.stringify({ merchantAccount, amount: { value: 100, currency: 'EUR' }, channel: 'Web' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    })
    return resultOf(reply.status, await readStart(reply))
  } catch {
    return 'unreachable'
  }
}

function resultOf(status: number, body: string): ConnectionResult {
  if (status === 200) return 'ok'
  if (status === 401) return 'wrong_key'
  if (textAt(parseObject(body), 'errorCode') === invalidMerchantAccount) return 'wrong_account'
  if (status === 403) return 'no_permission'
  return status === 429 || status >= 500 ? 'unreachable' : 'unclear'
}

/** The reply up to a bound. The error that we look for is short. */
async function readStart(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxReplyBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxReplyBytes)
}
