import { makeKeyring, open, unwrapDataKey, type Keyring } from '../../domain/crypto/keyring.ts'
import type { ProcessorCredentialsRecord } from '../../store/acquirers/processor-credentials.ts'
import type { Scope } from '../../domain/scope.ts'
import { openKey } from '../../flows/keys/load-card-keyring.ts'
import type { MasterKeys } from '../../flows/keys/load-keyring.ts'
import { openSecrets } from '../../flows/acquirers/processor-credentials.ts'
import { mailPurpose } from '../../flows/mail/queue-mail.ts'
import { signingSecretPurpose } from '../../flows/webhooks/set-webhook-endpoint.ts'
import { run, type Database } from '../../store/sql/database.ts'
import type { SealedEncryptionKey } from '../../store/keys/encryption-keys.ts'
import { listWrappedKeys, type KeyringTable } from '../../store/keys/keyring.ts'
import type { Findings } from './findings.ts'

// Whether each sealed value can be opened. Unlike a start, these checks write no key.

const keyNames: Readonly<Record<KeyringTable, string>> = { keyring: 'master key', card_keyring: 'card key' }

/** The keyring, as far as the keys open it. Null: nothing can be read. */
export async function openForReading(
  db: Database,
  table: KeyringTable,
  { current, previous }: MasterKeys,
  findings: Findings,
): Promise<Keyring | null> {
  const raw = new Map<number, Buffer>()
  const rows = await listWrappedKeys(db, table)
  for (const { version, wrapped_key: wrapped } of rows) {
    const key = unwrapDataKey(current, wrapped) ?? (previous && unwrapDataKey(previous, wrapped))
    if (key) raw.set(version, key)
    else
      findings.add(
        'secrets',
        `The ${keyNames[table]} does not decrypt the data key ${version} in the table ` + `${table}`,
      )
  }
  if (rows.length === 0 && table === 'keyring') findings.add('secrets', 'The database has no data key')
  return raw.size === 0 ? null : makeKeyring(raw)
}

interface SealedValue {
  readonly name: string
  readonly sealed: string
}

interface SealedMail extends SealedValue {
  readonly body: string | null
}

const listEndpoints = {
  name: 'verify signing secrets',
  text: `
    select 'signing secret of ' || url as name, sealed_secret as sealed from webhook_endpoints
    where merchant_id = $1 and livemode = $2
    union all
    select 'next signing secret of ' || url, sealed_next_secret from webhook_endpoints
    where merchant_id = $1 and livemode = $2 and sealed_next_secret is not null`,
}

const listMail = {
  name: 'verify mail',
  text: `
    select id as name, sealed_text as sealed, sealed_body as body from outgoing_mail
    where merchant_id = $1 and livemode = $2 and id > $3 order by id limit $4`,
}

const mailBatch = 500

/** Opens the secrets and the mail of an account and mode. */
export async function checkScopeSecrets(
  scope: Scope,
  db: Database,
  keyring: Keyring,
  findings: Findings,
): Promise<void> {
  const account = `account ${scope.merchantId} (${scope.livemode ? 'live' : 'test'})`
  for (const { name, sealed } of await run<SealedValue>(db, listEndpoints, [scope.merchantId, scope.livemode]))
    if (open(keyring, signingSecretPurpose(scope), sealed) === null)
      findings.add('secrets', `The ${name} of ${account} cannot be read`)
  for (let after = ''; ;) {
    const mails = await run<SealedMail>(db, listMail, [scope.merchantId, scope.livemode, after, mailBatch])
    const isReadable = (sealed: string) => open(keyring, mailPurpose(scope.merchantId), sealed) !== null
    for (const { name, sealed, body } of mails)
      if (!isReadable(sealed) || (body !== null && !isReadable(body)))
        findings.add('secrets', `The text of mail ${name} of ${account} cannot be read`)
    if (mails.length < mailBatch) return
    after = mails.at(-1)?.name ?? ''
  }
}

const listCredentials = {
  name: 'verify credentials',
  text: `select merchant_id, processor, sealed_secrets from processor_credentials where merchant_id = $1`,
}

/** Opens the credentials of an account at its acquirers. */
export async function checkCredentials(
  merchantId: string,
  db: Database,
  keyring: Keyring,
  findings: Findings,
): Promise<void> {
  for (const record of await run<ProcessorCredentialsRecord>(db, listCredentials, [merchantId]))
    if (openSecrets(keyring, record) === null)
      findings.add('secrets', `The credentials of account ${merchantId} at ${record.processor} cannot be read`)
}

const listCardKeys = {
  name: 'verify card encryption keys',
  text: `
    select kid, sealed_private_jwk, created_at from encryption_keys
    where under_card_key = $1 and ($1::boolean or not exists (select 1 from card_keyring)) order by kid`,
}

/** Opens the keys that decrypt cards. */
export async function checkCardKeys(
  db: Database,
  keyring: Keyring,
  underCardKey: boolean,
  findings: Findings,
): Promise<void> {
  for (const row of await run<SealedEncryptionKey>(db, listCardKeys, [underCardKey]))
    if (openKey(keyring, row) === null) findings.add('secrets', `The encryption key of cards ${row.kid} cannot be read`)
}
