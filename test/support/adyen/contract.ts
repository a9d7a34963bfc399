import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { cacheFolder } from '../run/cache-folder.ts'

type Json = Readonly<Record<string, unknown>>

/** The messages of Adyen's Checkout document that the stand-in receives and sends. */
const messages = [
  'PaymentRequest',
  'PaymentResponse',
  'PaymentDetailsRequest',
  'PaymentDetailsResponse',
  'StandalonePaymentCancelRequest',
  'StandalonePaymentCancelResponse',
  'PaymentCancelRequest',
  'PaymentCancelResponse',
  'PaymentCaptureRequest',
  'PaymentCaptureResponse',
  'PaymentRefundRequest',
  'PaymentRefundResponse',
  'PaymentReversalRequest',
  'PaymentReversalResponse',
  'CardDetailsRequest',
  'CardDetailsResponse',
  'PaymentMethodsRequest',
  'PaymentMethodsResponse',
  'ServiceError',
] as const

export type MessageName = (typeof messages)[number]

/** The stand-in takes cards only, so it needs these alternatives of the document and not the other sixty. */
const alternatives = new Set(['CardDetails', 'CheckoutThreeDS2Action', 'CheckoutRedirectAction'])

const checkingKeywords = new Set([
  'type',
  'enum',
  'required',
  'properties',
  'additionalProperties',
  'items',
  'oneOf',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
])

const referencePrefix = '#/components/schemas/'

/** Problems of a message by Adyen's document, in words. Empty: the document allows it. */
export function problemsOf(message: MessageName, value: unknown): string[] {
  return problemsBy(checkoutDocument(), message, value)
}

/** The same for a notification. `message` is the schema that Adyen's webhook document gives for the event. */
export function problemsOfNotification(eventCode: string, value: unknown): string[] {
  const document = webhookDocument()
  const message = document.events[eventCode]
  return message === undefined ? [`no event ${eventCode}`] : problemsBy(document, message, value)
}

interface StoredDocument {
  readonly schemas: Json
  /** The schema of each event. Empty for a document without webhooks. */
  readonly events: Readonly<Record<string, string>>
}

interface OpenDocument extends StoredDocument {
  readonly ajv: Ajv2020
  readonly compiled: Map<string, ValidateFunction>
}

let checkout: OpenDocument | undefined
let webhooks: OpenDocument | undefined

function checkoutDocument(): OpenDocument {
  return (checkout ??= open('CheckoutService-v72.yaml', () => messages))
}

function webhookDocument(): OpenDocument {
  return (webhooks ??= open('Webhooks-v1.yaml', (schemas) =>
    Object.keys(schemas).filter((name) => name.endsWith('NotificationRequest')),
  ))
}

function problemsBy(document: OpenDocument, message: string, value: unknown): string[] {
  const validate = document.compiled.get(message) ?? document.ajv.compile({ $ref: `adyen#/$defs/${message}` })
  document.compiled.set(message, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message: text, params }) =>
    `${instancePath || '/'} ${text ?? ''} ${JSON.stringify(params)}`.trim(),
  )
}

function open(file: string, rootsOf: (schemas: Json) => readonly string[]): OpenDocument {
  const stored = readStored(file, rootsOf)
  // Each process compiles the messages that its tests send, which takes a second with references written out.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    logger: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addFormat('int32', { type: 'number', validate: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31 })
  ajv.addFormat('int64', { type: 'number', validate: (value) => Number.isSafeInteger(value) })
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite })
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/)
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)
  ajv.addFormat('byte', /^[A-Za-z0-9+/]*={0,2}$/)
  ajv.addSchema({ $id: 'adyen', $defs: stored.schemas as Record<string, object> })
  return { ...stored, ajv, compiled: new Map() }
}

/** The needed part of a document. To parse the YAML takes a second, so the part is kept as JSON for later runs. */
function readStored(file: string, rootsOf: (schemas: Json) => readonly string[]): StoredDocument {
  const yaml = readFileSync(new URL(`../../../spec/adyen/${file}`, import.meta.url), 'utf8')
  const thisFile = readFileSync(new URL(import.meta.url), 'utf8')
  const version = createHash('sha256').update(yaml).update(thisFile).digest('hex').slice(0, 16)
  const path = join(cacheFolder, `adyen-${version}.json`)
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StoredDocument
  } catch {
    const stored = neededPart(parse(yaml) as ParsedDocument, rootsOf)
    mkdirSync(cacheFolder, { recursive: true })
    // Several processes may write it at once. Each renames a complete file.
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(stored))
    renameSync(`${path}.${process.pid}`, path)
    return stored
  }
}

interface ParsedDocument {
  readonly components: { readonly schemas: Json }
  readonly webhooks?: Readonly<Record<string, unknown>>
  readonly paths?: Readonly<Record<string, unknown>>
}

function neededPart(document: ParsedDocument, rootsOf: (schemas: Json) => readonly string[]): StoredDocument {
  const all = document.components.schemas
  const schemas: Record<string, unknown> = {}
  const copy = (name: string): void => {
    if (name in schemas) return
    schemas[name] = {}
    schemas[name] = checkingPart(all[name], copy)
  }
  for (const name of rootsOf(all)) copy(name)
  return { schemas, events: eventsOf(document) }
}

function eventsOf(document: ParsedDocument): Record<string, string> {
  const places = { ...document.webhooks, ...document.paths }
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, operations]) => {
      const found = /"requestBody":.*?"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"/.exec(
        JSON.stringify(operations),
      )
      const event = place.replace(/^\//, '')
      return found?.[1] !== undefined && /^[A-Z_]+$/.test(event) ? [[event, found[1]]] : []
    }),
  )
}

/** The schema without descriptions, and with the references that Ajv resolves. */
function checkingPart(schema: unknown, copy: (name: string) => void): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === '$ref') return [['$ref', referenceTo(String(value), copy)]]
    if (!checkingKeywords.has(keyword)) return []
    if (keyword === 'properties') {
      const properties = Object.entries(value as Json).map(
        ([name, child]) => [name, checkingPart(child, copy)] as const,
      )
      return [[keyword, Object.fromEntries(properties)]]
    }
    if (keyword === 'oneOf') return [[keyword, cardAlternatives(value as readonly Json[], copy)]]
    if (keyword === 'items' || keyword === 'additionalProperties') return [[keyword, checkingPart(value, copy)]]
    return [[keyword, value]]
  })
  return Object.fromEntries(entries)
}

function cardAlternatives(schemas: readonly Json[], copy: (name: string) => void): unknown[] {
  const ofCards = schemas.filter(({ $ref }) => alternatives.has(String($ref).slice(referencePrefix.length)))
  return (ofCards.length > 0 ? ofCards : schemas).map((schema) => checkingPart(schema, copy))
}

function referenceTo(reference: string, copy: (name: string) => void): string {
  const name = reference.slice(referencePrefix.length)
  copy(name)
  return `adyen#/$defs/${name}`
}
