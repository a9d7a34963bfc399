/** The first part of each address that people carry, and the shape of what follows it. Both are in lower case. */
const shapes = new Map([
  ['l', /^[^0-9a-z\p{Cc}]*([0-9a-z]{1,32})[^0-9a-z\p{Cc}]*$/u],
  ['receipt', /^[^0-9a-z\p{Cc}]*(att_[0-9a-z_]*[0-9a-z])[^0-9a-z\p{Cc}]*$/u],
  ['checkout', /^[^0-9a-z\p{Cc}]*(cs_[0-9a-z_]*[0-9a-z])[^0-9a-z\p{Cc}]*$/u],
])

/**
 * The address of a page for customers, when a person has carried it here with small changes: typed it in capitals from
 * a poster, or copied it with the full stop, the bracket or the line break around it. It is relative to the path,
 * because a proxy may serve the service below a path of its own. Null: the path has another form, or is right already.
 */
export function carriedAddress(path: string): string | null {
  const [page = '', code = '', ...rest] = plain(path).split('/').filter(Boolean)
  if (rest.some((part) => /[0-9a-z]/.test(part))) return null
  const found = shapes.get(page)?.exec(code)?.[1]
  if (found === undefined || path === `/${page}/${found}`) return null
  return `${'../'.repeat(path.split('/').length - 2)}${page}/${found}`
}

/** In lower case, with the usual form of full-width letters, and without characters that are invisible. */
function plain(path: string): string {
  return decoded(path)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
}

/** Empty: the path is no text. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, ''))
  } catch {
    return ''
  }
}
