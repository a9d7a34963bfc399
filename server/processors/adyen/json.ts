// Readers for replies and notifications. Their content is hostile: a value of another type counts as absent.

export type JsonObject = Readonly<Record<string, unknown>>

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** Deeper than anything that Adyen sends. Functions that walk through a value could run out of stack. */
const maxDepth = 50

/** The object in a JSON text. Null: the text is not JSON, is nested too deeply, or holds something else. */
export function parseObject(text: string): JsonObject | null {
  try {
    return isShallow(text) ? objectOf(JSON.parse(text)) : null
  } catch {
    return null
  }
}

/** One pass over the text, because a regular expression can take very long on a hostile one. */
function isShallow(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth -= 1
    if (depth > maxDepth) return false
  }
  return true
}

/** A text of 1 to `max` characters. */
export function textAt(object: JsonObject | null, name: string, max = 300): string | null {
  const value = object && Object.hasOwn(object, name) ? object[name] : undefined
  return typeof value === 'string' && value.length > 0 && value.length <= max ? value : null
}

/** The authorisation code, which Adyen's examples also give as a number. */
export function authCodeIn(data: JsonObject | null): string | null {
  const value = objectOf(data)?.['authCode']
  return typeof value === 'number' && /^\d{1,6}$/.test(String(value)) ? String(value) : textAt(data, 'authCode', 20)
}

export function objectAt(object: JsonObject | null, name: string): JsonObject | null {
  return object && Object.hasOwn(object, name) ? objectOf(object[name]) : null
}

/** The fields that are texts. Null when one of them is not, or when all together are longer than `max`. */
export function textsOf(object: JsonObject | null, max: number): Readonly<Record<string, string>> | null {
  if (!object) return null
  const entries = Object.entries(object)
  let length = 0
  for (const [name, value] of entries) {
    if (typeof value !== 'string') return null
    length += name.length + value.length
  }
  return length > max ? null : (Object.fromEntries(entries) as Record<string, string>)
}
