import { newId, timeOfId, type IdPrefix } from '../../../server/domain/ids.ts'
import type { SampleRows } from './sample-rows.ts'

// Makes many payments from one. Each copy has ids, times, a reference and an account of its own; everything else is as
// the service wrote it.

/** The number in the sample's reference. Copies replace it by their own. */
export const referenceOfSample = '7310559142'

const ids = /\b(?:cs_test|re|evt|att|del|req|mov|ret|dp)_[0-9a-z]{30}\b/g
const times = /\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00|Z)/g
const bodyDays = 30
const dayMs = 24 * 3600_000

export interface Copy {
  readonly number: number
  readonly merchantId: string
  readonly at: Date
  /** The number of its first event in its account. */
  readonly firstSequence: number
}

/** The values of one copy. */
interface Values {
  readonly copy: Copy
  readonly id: (known: string) => string
  readonly time: (known: string) => string
}

/** Text of the sample, or what replaces it in a copy. */
type Part = string | ((values: Values) => string)

export interface TableTemplate {
  readonly table: string
  readonly columns: readonly string[]
  /** The lines of one copy, in the text format of COPY. */
  lines(values: Values): string
}

/** `now`: when the service wrote the sample. */
export function templatesOf(samples: readonly SampleRows[], sampleMerchantId: string): TableTemplate[] {
  return samples.map(({ table, columns, lines }) => {
    const parts = lines.map((line, row) => partsOfRow({ line, row, columns, sampleMerchantId }))
    // The service empties these columns of attempts after 30 days, so a copy has them only while it is young.
    const emptied = table === 'delivery_attempts' ? lines.map((line, row) => emptiedRow(line, row)) : null
    function emptiedRow(line: string, row: number): Part[] {
      const fields = line.split('\t')
      fields[columns.indexOf('request_headers')] = '{}'
      fields[columns.indexOf('response_excerpt')] = '\\N'
      return partsOfRow({ line: fields.join('\t'), row, columns, sampleMerchantId })
    }
    return {
      table,
      columns,
      lines: (values) => {
        const isOld = Date.now() - values.copy.at.getTime() > bodyDays * dayMs
        let text = ''
        for (const row of emptied && isOld ? emptied : parts) {
          for (const part of row) text += typeof part === 'string' ? part : part(values)
          text += '\n'
        }
        return text
      },
    }
  })
}

interface Row {
  readonly line: string
  readonly row: number
  readonly columns: readonly string[]
  readonly sampleMerchantId: string
}

function partsOfRow({ line, row, columns, sampleMerchantId }: Row): Part[] {
  const fields = line.split('\t')
  const sequence = columns.indexOf('sequence')
  const parts: Part[] = []
  for (const [index, field] of fields.entries()) {
    if (index > 0) parts.push('\t')
    if (index === sequence) parts.push(({ copy }) => String(copy.firstSequence + row))
    else parts.push(...partsOfField(field, sampleMerchantId))
  }
  return parts
}

function partsOfField(field: string, merchantId: string): Part[] {
  const found = new RegExp(`${ids.source}|${times.source}|${merchantId}|${referenceOfSample}`, 'g')
  const parts: Part[] = []
  let end = 0
  for (const match of field.matchAll(found)) {
    const [known] = match
    parts.push(field.slice(end, match.index))
    end = match.index + known.length
    if (known === merchantId) parts.push(({ copy }) => copy.merchantId)
    else if (known === referenceOfSample) parts.push(({ copy }) => String(copy.number).padStart(10, '0'))
    else if (/^\d{4}-/.test(known)) parts.push(({ time }) => time(known))
    else parts.push(({ id }) => id(known))
  }
  parts.push(field.slice(end))
  return parts.filter((part) => part !== '')
}

/** Remembers the new ids of a copy, so that the rows of all its tables agree. */
export function valuesOf(copy: Copy, sampleAt: Date): Values {
  const made = new Map<string, string>()
  const shiftMs = copy.at.getTime() - sampleAt.getTime()
  const shifted = (time: Date): Date => new Date(time.getTime() + shiftMs)
  return {
    copy,
    id: (known) => {
      const id = made.get(known) ?? newId(known.slice(0, known.lastIndexOf('_')) as IdPrefix, shifted(timeOfId(known)))
      made.set(known, id)
      return id
    },
    time: (known) => {
      const isIso = known.includes('T')
      const text = shifted(new Date(isIso ? known : known.replace(' ', 'T').replace('+00', 'Z'))).toISOString()
      return isIso ? text : text.replace('T', ' ').replace('Z', '+00')
    },
  }
}
