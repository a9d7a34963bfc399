/**
 * The value of a JSON text, or the reason to refuse it. Stricter than RFC 8259: programs disagree about a name that
 * appears twice in one object and about `__proto__`, and PostgreSQL cannot store a NUL or half a surrogate pair.
 */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string; readonly param?: string }

/** Deeper than any body of the contract, and far below the depth that would exhaust the stack. */
const maxDepth = 32

/**
 * Ten times as many fields and list items as the largest body of the contract has. The checks after this one take time
 * for each of them.
 */
const maxValues = 500

export function parseStrictJson(bytes: Buffer): ParsedJson {
  const excess = excessIn(bytes)
  if (excess) return excess
  const text = decodeUtf8(bytes)
  if (text === null) return refused('The body is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused('The body is not valid JSON.')
  }
  const twice = repeatedName(text)
  if (twice !== null)
    return { kind: 'refused', reason: 'The body has an object with a duplicate name.', param: printable(twice) }
  const forbidden = forbiddenText(value, '')
  if (forbidden !== null)
    return {
      kind: 'refused',
      reason: 'The body has text that cannot be stored: a NUL character or half a surrogate pair.',
      ...(forbidden === '' ? {} : { param: forbidden }),
    }
  return { kind: 'value', value }
}

function refused(reason: string): ParsedJson {
  return { kind: 'refused', reason }
}

const [quote, backslash, comma, colon] = [...Buffer.from('"\\,:')] as [number, number, number, number]
const [openBrace, closeBrace, openBracket, closeBracket] = [...Buffer.from('{}[]')] as [number, number, number, number]

/** Refuses a body with too many values or levels, in one pass over the bytes that makes no objects. */
function excessIn(bytes: Buffer): ParsedJson | null {
  let [depth, values, stringStart, nameStart, nameEnd] = [0, 0, 0, 0, 0]
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === quote) {
      stringStart = index
      index = endOfString(bytes, index)
    } else if (byte === colon && depth === 1) {
      nameStart = stringStart
      nameEnd = index
    } else if (byte === comma) values++
    else if (byte === openBrace || byte === openBracket) {
      values++
      depth++
    } else if (byte === closeBrace || byte === closeBracket) depth--
    if (depth > maxDepth) return refused(`The body is nested deeper than ${maxDepth} levels.`)
    if (values > maxValues) {
      const reason = `The body has more than ${maxValues} fields and list items.`
      const name = depth > 1 ? nameIn(bytes.subarray(nameStart, nameEnd)) : null
      return name === null ? refused(reason) : { kind: 'refused', reason, param: name }
    }
  }
  return null
}

/** The index of the quote that ends a string, or of the last byte. */
function endOfString(bytes: Buffer, start: number): number {
  for (let index = start + 1; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === backslash) index++
    else if (byte === quote) return index
  }
  return bytes.length
}

/** A field's name from its JSON text. Null: it is not a name. */
function nameIn(bytes: Buffer): string | null {
  try {
    const name: unknown = JSON.parse(bytes.toString())
    return typeof name === 'string' ? printable(name) : null
  } catch {
    return null
  }
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Matches the strings and the punctuation of JSON. Use it only on text that JSON.parse has accepted: in a string that
 * never ends, each escaped quote would start a search to the end of the text.
 */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/gs

/** The first name that appears twice in one object, or `__proto__`; null if there is none. Needs valid JSON. */
function repeatedName(text: string): string | null {
  const open: (Set<string> | null)[] = []
  let lastString: string | null = null
  for (const [part] of text.matchAll(token)) {
    if (part === '{') open.push(new Set())
    else if (part === '[') open.push(null)
    else if (part === '}' || part === ']') open.pop()
    else if (part === ':' && lastString !== null) {
      const name = String(JSON.parse(lastString))
      const names = open.at(-1)
      if (name === '__proto__' || names?.has(name)) return name
      names?.add(name)
    }
    lastString = part.startsWith('"') ? part : null
  }
  return null
}

/** The dotted path of the first text or name that PostgreSQL cannot store; null if there is none. */
function forbiddenText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [name, child] of Object.entries(value)) {
    const childPath = path === '' ? printable(name) : `${path}.${printable(name)}`
    if (!isStorable(name)) return childPath
    const found = forbiddenText(child, childPath)
    if (found !== null) return found
  }
  return null
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Makes a field name of the sender safe to show: short and storable. */
function printable(name: string): string {
  return name.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 100)
}
