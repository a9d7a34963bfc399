/** The most bytes of a body that the return address reads. Percent-encoding makes fields longer. */
export const maxReturnBytes = 65_536

/** The most characters of all fields. An acquirer may take two of 20,000 each: `MD` and `PaRes`. */
const maxCharacters = 44_000
const maxFields = 30
const fieldName = /^[\w.-]{1,64}$/

/**
 * The fields that the bank's page sent back. Null: more than any bank sends. Fields that no bank sends are dropped,
 * also those with a zero byte, which PostgreSQL does not store.
 */
export function returnedFields(query: URLSearchParams, body: string): Record<string, string> | null {
  const given = [...query, ...new URLSearchParams(body)].filter(
    ([name, value]) => fieldName.test(name) && !value.includes('\0'),
  )
  const length = given.flat().join('').length
  return given.length > maxFields || length > maxCharacters ? null : Object.fromEntries(given)
}
