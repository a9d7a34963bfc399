import { operator } from '../../domain/accounts/caller.ts'
import type { CredentialValues } from '../../domain/acquirers/credentials.ts'
import { makeResetLink } from '../../flows/accounts/change-password.ts'
import { invitationDays, invite, inviteAgain } from '../../flows/accounts/invite.ts'
import { resetSecondFactors } from '../../flows/accounts/second-factors.ts'
import { changeAccount, readAccount, readAccounts } from '../../flows/accounts/manage-account.ts'
import type { FlowContext } from '../../flows/context.ts'
import { pingEndpoint } from '../../flows/webhooks/ping-endpoint.ts'
import { acquirers } from '../../processors/acquirers.ts'
import { commandOf, failed, runIfStarted, succeeded, withFlows, type Host, type Outcome } from '../operator-command.ts'
import { helpText, parseCommand, type Command } from './arguments.ts'
import { readCredentials } from './credential-files.ts'
import { accountJson, listText, reportJson, reportText } from './report.ts'

type AccountCommand = Extract<Command, { kind: 'account' }>

async function run(host: Host): Promise<Outcome> {
  const command = parseCommand(host.args)
  switch (command.kind) {
    case 'help':
      return succeeded({ help: helpText }, helpText)
    case 'usage_error':
      return failed('usage', `${command.message}. Run \`npm run account -- --help\` for help.`, 2)
    case 'list':
      return withFlows(host, list)
    case 'invite':
      return withFlows(host, (context) => inviteByEmail(context, command.email))
    case 'account': {
      const credentials: Record<string, CredentialValues> = {}
      for (const acquirer of acquirers) {
        const given = command.credentials[acquirer.name]
        const read = given && (await readCredentials(acquirer, given, host.input))
        if (read?.kind === 'wrong') return failed('credentials_invalid', read.message, 2)
        if (read) credentials[acquirer.name] = read.values
      }
      const changes = { ...command.changes, ...(Object.keys(credentials).length > 0 && { credentials }) }
      return withFlows(host, (context) => changeAndShow(context, { ...command, changes }))
    }
  }
}

async function list(context: FlowContext): Promise<Outcome> {
  const merchants = await readAccounts(context)
  return succeeded({ accounts: merchants.map(accountJson) }, listText(merchants))
}

async function inviteByEmail(context: FlowContext, email: string): Promise<Outcome> {
  const invited = await invite(context, email)
  if (invited.kind === 'refused') return failed(invited.code, invited.message)
  const { merchantId, link } = invited
  return succeeded(
    { invitation: { account: merchantId, email, link } },
    `Invitation to the new account ${merchantId} (works once, within ${invitationDays} days): ${link}\n`,
  )
}

async function changeAndShow(
  context: FlowContext,
  { merchantId, changes, pingLivemode, resetPassword, removeSecondFactor, firstLink }: AccountCommand,
): Promise<Outcome> {
  const changed = Object.keys(changes).length === 0 ? null : await changeAccount(context, operator, merchantId, changes)
  if (changed?.kind === 'refused') return failed(changed.code, changed.message)
  const shown = await readAccount(context, merchantId)
  if (!shown) return failed('account_not_found', `There is no account ${merchantId}.`)
  const resetLink =
    resetPassword === null ? null : await makeResetLink(context, operator, { merchantId, email: resetPassword })
  const secondFactorOf =
    removeSecondFactor !== null &&
    (await resetSecondFactors(context, operator, { merchantId, email: removeSecondFactor }))
      ? removeSecondFactor
      : null
  const ping = pingLivemode === null ? null : await pingEndpoint(context, { merchantId, livemode: pingLivemode })
  if (firstLink && shown.merchant.public_demo)
    return failed('public_demo', 'Everyone shares the public demo account, so nobody can sign in to it.')
  const entryLink = firstLink ? await inviteAgain(context, merchantId) : null
  const report = { context, account: shown, changed, ping, resetLink, secondFactorOf, entryLink }
  const done = succeeded(reportJson(report), reportText(report))
  const unknownMember =
    (resetLink === null ? resetPassword : null) ?? (secondFactorOf === null ? removeSecondFactor : null)
  if (unknownMember !== null) {
    const message = `No member of this account signs in with ${JSON.stringify(unknownMember)}.`
    return partlyDone(changed ?? resetLink ?? secondFactorOf, done, failed('person_not_found', message))
  }
  if (firstLink && entryLink === null) {
    const message = 'Somebody signs in to this account already: use --reset-password with their email address.'
    return partlyDone(changed ?? resetLink ?? secondFactorOf, done, failed('already_claimed', message))
  }
  if (pingLivemode !== null && ping === null) {
    const message = `The account has no webhook address in ${pingLivemode ? 'live' : 'test'} mode.`
    return partlyDone(changed ?? resetLink ?? secondFactorOf ?? entryLink, done, failed('no_webhook_endpoint', message))
  }
  return { ...done, exitCode: ping?.kind === 'failed' ? 1 : 0 }
}

/** The earlier changes stay in place, so the output must still show a new key or link. */
function partlyDone(change: unknown, done: Outcome, error: Outcome): Outcome {
  if (!change) return error
  return { ...done, exitCode: 1, json: { ...done.json, ...error.json }, text: `${done.text}\n${error.text}` }
}

export const account = commandOf(run)

await runIfStarted(import.meta.filename, account)
