import manifest from '../../../package.json' with { type: 'json' }

/** The release of this program: three numbers. */
export const release = manifest.version

/** SQL: whether one release is later than another. */
export function isLater(one: string, other: string): string {
  return `string_to_array(${one}, '.')::integer[] > string_to_array(${other}, '.')::integer[]`
}
