import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { jsonOf, runAccount } from '../commands/account/run-account.ts'
import { temporaryDirectory } from '../start/operator.ts'
import { adyenEnvironment, notificationUser, sendNotificationsTo } from '../support/adyen/connect-account.ts'
import type { AdyenStandIn } from '../support/adyen/stand-in.ts'
import type { Site } from './processes/processes.ts'

/**
 * Connects an account to the stand-in with the operator's command. The stand-in sends its notifications to `baseUrl`.
 * Returns the live key.
 */
export async function connectByCommand(
  t: Test,
  standIn: AdyenStandIn,
  { site, baseUrl, merchantId }: { site: Site; baseUrl: string; merchantId: string },
): Promise<string> {
  sendNotificationsTo(standIn, baseUrl, merchantId)
  const folder = await temporaryDirectory(t)
  const { merchantAccount, apiKey, hmacKey, notifyAt } = standIn.account
  const secrets = { 'api-key': apiKey, 'hmac-key': hmacKey, password: notifyAt?.password ?? '' }
  for (const [name, secret] of Object.entries(secrets)) await writeFile(join(folder, name), `${secret}\n`)
  const ended = await runAccount(
    { ...adyenEnvironment(standIn), DATABASE_URL: site.databaseUrl, MASTER_KEY: site.masterKey.toString('hex') },
    ...[merchantId, '--live', '--json', '--adyen-merchant-account', merchantAccount],
    ...['--adyen-api-key-file', join(folder, 'api-key'), '--adyen-hmac-key-file', join(folder, 'hmac-key')],
    ...['--adyen-notification-user', notificationUser, '--adyen-notification-password-file', join(folder, 'password')],
  )
  return jsonOf(ended).live_key?.secret ?? ''
}
