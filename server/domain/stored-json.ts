/**
 * The value of a text of the database that should be JSON. Null: it is not, which must not keep the rows beside it from
 * being shown. No such text of ours is `null`.
 */
export function storedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The text with line breaks, for people. One that is not JSON stays as it is. */
export function indented(text: string): string {
  const value = storedJson(text)
  return value === null ? text : JSON.stringify(value, null, 2)
}
