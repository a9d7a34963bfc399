import { inSentence, type CredentialField, type CredentialValues } from '../../domain/acquirers/credentials.ts'
import { checkConnectionNow } from '../../flows/acquirers/check-connection.ts'
import { connectProcessor, disconnectProcessor, removeEarlierValue } from '../../flows/acquirers/connect-processor.ts'
import type { Acquirer, AcquirerDeclaration } from '../../processors/acquirer.ts'
import type { Outstanding } from '../../store/acquirers/processor-credentials.ts'
import { count } from '../numbers/words.ts'
import {
  changedElsewhere,
  problem,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Problem,
} from '../shell/page.ts'
import { withPassword } from '../shell/with-password.ts'

/** The page of these forms. */
const path = 'live'

/** The forms for one acquirer. */
export interface ConnectionForms {
  /** Connects it. All required fields are empty. */
  readonly connect: MemberForm
  /** Changes the connection. An empty field keeps its value. */
  readonly replace: MemberForm
  readonly check: MemberForm
  /** Ends the time of an earlier value, by the name of its field. */
  readonly removeEarlier: ReadonlyMap<string, MemberForm>
  readonly disconnect: MemberForm
}

// The revision of the credentials that the page showed. A form is refused when somebody has changed them since.
const seenField: Field = { label: 'Credentials that were shown', type: 'hidden', max: 20 }

export function connectionFormsOf(declared: AcquirerDeclaration): ConnectionForms {
  const { name, label, fields } = declared
  return {
    connect: withPassword({
      name,
      button: `Connect ${label}`,
      fields: fieldsOf(declared, true),
      submit: (visit, values) => connect(visit, declared, values),
    }),
    replace: withPassword({
      name: `${name}-change`,
      button: 'Save the changes',
      fields: fieldsOf(declared, false),
      submit: (visit, values) => connect(visit, declared, values),
    }),
    check: {
      name: `${name}-check`,
      button: 'Check the connection',
      fields: {},
      submit: async ({ context, caller, scope, to }) => {
        const acquirer = acquirerOf(context, declared)
        const result = await checkConnectionNow(context, caller, acquirer, scope.merchantId)
        return result
          ? { kind: 'done', notice: { message: acquirer.checkResults[result] } }
          : changedMeanwhile(to, label)
      },
    },
    removeEarlier: new Map(
      Object.entries(fields).flatMap(([field, { earlier, ...about }]) =>
        earlier ? [[field, removeEarlierForm(declared, field, { ...about, earlier })]] : [],
      ),
    ),
    disconnect: withPassword({
      name: `${name}-disconnect`,
      button: `Disconnect ${label}`,
      danger: true,
      confirm:
        `Disconnect ${label}? Live payments stop. Payments that ${label} took can then no longer be refunded here, ` +
        'and disputes about them no longer arrive, until you connect the same account again.',
      fields: { seen: seenField },
      submit: async ({ context, caller, scope, to }, { seen = '' }) => {
        const { merchantId } = scope
        const result = await disconnectProcessor(context, caller, { merchantId, processor: name, seen: Number(seen) })
        if (result.kind === 'changed_meanwhile') return changedMeanwhile(to, label)
        if (result.kind === 'outstanding') return stillOutstanding(to, label, result.outstanding)
        return { kind: 'done', notice: { message: `${label} is disconnected. Its credentials are deleted.` } }
      },
    }),
  }
}

/** An acquirer with the settings of this service. */
export function acquirerOf({ acquirers }: MemberVisit['context'], { name }: AcquirerDeclaration): Acquirer {
  const acquirer = acquirers.get(name)
  if (!acquirer) throw new Error(`Bug: there is no acquirer ${name}`)
  return acquirer
}

function removeEarlierForm(
  { name: processor, label }: AcquirerDeclaration,
  field: string,
  about: CredentialField & { readonly earlier: object },
): MemberForm {
  const value = `the earlier ${inSentence(about.label)}`
  return {
    name: `${processor}-previous-${field}`,
    button: `Remove ${value}`,
    danger: true,
    confirm: `Remove ${value}? ${about.earlier.afterRemoval}`,
    fields: { seen: seenField },
    submit: async ({ context, caller, scope, to }, { seen = '' }) => {
      const { merchantId } = scope
      const removed = { merchantId, processor, field, seen: Number(seen) }
      return (await removeEarlierValue(context, caller, removed))
        ? { kind: 'done', notice: { message: `The earlier ${inSentence(about.label)} is removed.` } }
        : changedMeanwhile(to, label)
    },
  }
}

function fieldsOf({ fields }: AcquirerDeclaration, isFirst: boolean): Readonly<Record<string, Field>> {
  const shown = Object.entries(fields).map(([name, field]) => [name, fieldOf(field, isFirst)] as const)
  return { ...Object.fromEntries(shown), seen: seenField }
}

function fieldOf(field: CredentialField, isFirst: boolean): Field {
  const { label, isSecret, isRequired, max, choices } = field
  const hint = isSecret && !isFirst ? keepsHint(field) : field.hint
  return {
    label,
    type: choices ? 'select' : isSecret ? 'password' : 'text',
    required: isRequired && (isFirst || !isSecret),
    max,
    ...(choices && { options: choices }),
    ...(!choices && { isKey: true }),
    ...(hint !== undefined && { hint }),
  }
}

function keepsHint({ earlier }: CredentialField): string {
  const keeps = 'Leave it empty to keep the current one.'
  return earlier ? `${keeps} The current one stays valid for a while after you enter a new one.` : keeps
}

async function connect(
  visit: MemberVisit,
  declared: AcquirerDeclaration,
  values: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const { context, caller, scope, merchant, to } = visit
  const { merchantId } = scope
  const { label } = declared
  if (merchant.public_demo)
    return problem(409, { title: `${label} was not connected`, message: 'The public demo account cannot go live.' })
  const acquirer = acquirerOf(context, declared)
  const { seen = '' } = values
  const change = { merchantId, acquirer, given: givenIn(declared, values), seen: seen === '' ? null : Number(seen) }
  const result = await connectProcessor(context, caller, change)
  if (result.kind === 'changed_meanwhile') return changedMeanwhile(to, label)
  if (result.kind === 'invalid') return { kind: 'invalid', errors: result.problems }
  const checked = await checkConnectionNow(context, caller, acquirer, merchantId)
  // Only the acquirer knows whether it is connected.
  const saved = result.isNew ? 'The credentials are saved.' : 'The changes are saved.'
  const done = result.isNew && checked === 'ok' ? `${label} is connected.` : saved
  return { kind: 'done', notice: { message: `${done} ${checked ? acquirer.checkResults[checked] : ''}`.trim() } }
}

/** An empty field is null. Spaces around a pasted key are left out, unless a secret may have spaces. */
function givenIn({ fields }: AcquirerDeclaration, values: Readonly<Record<string, string>>): CredentialValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { pattern }]) => {
      const value = values[name] ?? ''
      return [name, (pattern.test(` ${value}`) ? value : value.trim()) || null]
    }),
  )
}

function changedMeanwhile(to: MemberVisit['to'], label: string): Problem {
  return changedElsewhere(`The connection to ${label} has`, to(path))
}

function stillOutstanding(
  to: MemberVisit['to'],
  label: string,
  { payments, captures, refunds, returns }: Outstanding,
): Problem {
  const parts = [
    payments > 0 && `${count(payments)} ${payments === 1 ? 'payment' : 'payments'}`,
    captures > 0 && `${count(captures)} ${captures === 1 ? 'capture' : 'captures'}`,
    refunds > 0 && `${count(refunds)} ${refunds === 1 ? 'refund' : 'refunds'}`,
    returns > 0 && `${count(returns)} ${returns === 1 ? 'return' : 'returns'}`,
  ].filter((part) => part !== false)
  const waiting = new Intl.ListFormat('en-GB').format(parts)
  return problem(409, {
    title: `${label} is still connected`,
    message:
      `${label} has not decided everything yet: ${waiting}. Without the credentials we cannot learn the outcome. ` +
      'Wait until they are finished, then disconnect.',
    link: { href: to(path), text: 'Back' },
  })
}
