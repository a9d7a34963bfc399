/**
 * JSON as RFC 8259 means it and no looser: a name twice in one object, `__proto__`, a NUL or half a surrogate pair would
 * each be read differently by somebody, or refused by the database. `null`: not acceptable.
 */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string; readonly param?: string }

/** Deeper than any body of the contract, and far from the end of the stack. */
const maxDepth = 32

export function parseStrictJson(bytes: Buffer): ParsedJson {
  const text = decodeUtf8(bytes)
  if (text === null) return refused('The body is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused('The body is not valid JSON.')
  }
  if (tooDeep(text)) return refused(`The body is nested deeper than ${maxDepth} levels.`)
  const twice = repeatedName(text)
  if (twice !== null)
    return { kind: 'refused', reason: 'The body has the same name twice in one object.', param: printable(twice) }
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

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Strings of valid JSON and the structure between them; outside strings there are no quotes. Only for text that JSON.parse
 * has accepted: in a string without an end, each escaped quote would begin a search to the end of the text.
 */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/gs

function tooDeep(text: string): boolean {
  let depth = 0
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') depth++
    else if (part === '}' || part === ']') depth--
    if (depth > maxDepth) return true
  }
  return false
}

/** The first name that stands twice in one object, or `__proto__`; null when there is none. The text is valid JSON. */
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

/** Dotted path of the first text, or name, that PostgreSQL cannot store; null when there is none. */
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

/** A sender's name for a field, safe to show: it may be long, or what cannot be stored. */
function printable(name: string): string {
  return name.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 100)
}
