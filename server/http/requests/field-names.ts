import type { ObjectSchema } from 'joi'
import { didYouMean } from '../../../spec/lib/nearest.ts'

/** Names of other services and of other spellings, with the field here that has the same meaning. */
const foreignNames: Readonly<Record<string, string>> = {
  clientreferenceid: 'reference',
  merchantreference: 'reference',
  externalreference: 'reference',
  orderid: 'reference',
  ordernumber: 'reference',
  orderreference: 'reference',
  customeremail: 'customer.email',
  receiptemail: 'customer.email',
  email: 'customer.email',
  customername: 'customer.name',
  customerphone: 'customer.phone',
  total: 'amount',
  price: 'amount',
  unitamount: 'amount',
  amounttotal: 'amount',
  value: 'amount',
  returnurl: 'success_url',
  redirecturl: 'success_url',
  billing: 'billing_address',
  shipping: 'shipping_address',
  shippingdetails: 'shipping_address',
  startafter: 'starting_after',
  page: 'starting_after',
  after: 'starting_after',
  before: 'ending_before',
  perpage: 'limit',
  pagesize: 'limit',
  count: 'limit',
}

const itemsFix =
  'Send the total as `amount` in the smallest unit of its `currency`, and name the goods in `description`. ' +
  'A session has no list of items.'

/** Sentences about names that no field here corresponds to. */
const foreignSentences: Readonly<Record<string, string>> = {
  lineitems: itemsFix,
  items: itemsFix,
  idempotencykey:
    'Send it as the header `Idempotency-Key`. In the package for JavaScript it is an option: ' +
    'the argument after the parameters, `{ idempotencyKey }`.',
  apikey: 'Send the secret key in the header `Authorization`, as `Bearer sk_…`.',
  paymentmethodtypes: 'Leave it out: every session takes cards.',
  mode: 'Leave it out. The secret key decides between test and live mode.',
}

/** Longer than any field's name. The sender chooses the names of unknown fields. */
const longestName = 64

/** What to do about a field that does not exist: the field that was probably meant, or how it is done here. */
export function unknownFieldFix(schema: ObjectSchema, path: readonly (string | number)[], param: string): string {
  const leaveOut = `Leave ${param} out, or correct its name.`
  const name = String(path.at(-1))
  if (name.length > longestName) return leaveOut
  const plain = plainOf(name)
  const parents = path.slice(0, -1).join('.')
  const names = namesIn(schema, parents)
  const same = names.find((candidate) => plainOf(candidate) === plain)
  const foreign = Object.hasOwn(foreignNames, plain) ? foreignNames[plain] : undefined
  const meant = same ?? (foreign !== undefined && names.includes(foreign.split('.')[0] ?? '') ? foreign : undefined)
  if (meant !== undefined) return `Send \`${parents ? `${parents}.` : ''}${meant}\` instead.`
  const sentence = Object.hasOwn(foreignSentences, plain) ? foreignSentences[plain] : undefined
  return sentence ?? `${leaveOut}${didYouMean(name, names)}`
}

/** What to do about a missing field, if another service has it under a name that was sent. */
export function missingFieldFix(param: string, sent: unknown): string {
  const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
  const usual = `Send ${param}.`
  for (const name of names) {
    const plain = name.length > longestName ? '' : plainOf(name)
    if (plain === plainOf(param) || (Object.hasOwn(foreignNames, plain) && foreignNames[plain] === param))
      return `Send \`${param}\` instead of \`${name}\`.`
    if (param === 'amount' && (plain === 'lineitems' || plain === 'items')) return itemsFix
  }
  return usual
}

/** `successUrl`, `success-url` and `success_url` are the same word. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const known = new WeakMap<ObjectSchema, Map<string, readonly string[]>>()

/** The fields of an object in a request. Empty at the top, else a path with dots. */
function namesIn(schema: ObjectSchema, path: string): readonly string[] {
  const ofSchema = known.get(schema) ?? new Map<string, readonly string[]>()
  known.set(schema, ofSchema)
  const found = ofSchema.get(path)
  if (found) return found
  const part = path === '' ? schema : schema.extract(path)
  const names = Object.keys((part.describe() as { keys?: object }).keys ?? {})
  ofSchema.set(path, names)
  return names
}
