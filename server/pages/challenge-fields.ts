/** The most bytes of a body that the return address reads. An answer of 3-D Secure has a few hundred. */
export const maxReturnBytes = 16_384

const maxFields = 30
const fieldName = /^[\w.-]{1,64}$/

/** The fields that the bank's page sent back. Null: more than any bank sends. Names that no bank uses are dropped. */
export function returnedFields(query: URLSearchParams, body: string): Record<string, string> | null {
  const given = [...query, ...new URLSearchParams(body)].filter(([name]) => fieldName.test(name))
  const length = given.flat().join('').length
  return given.length > maxFields || length > maxReturnBytes ? null : Object.fromEntries(given)
}
