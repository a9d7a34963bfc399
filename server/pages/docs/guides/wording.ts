const smallNumbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Groups a card number: 4012000000060085 becomes 4012 0000 0006 0085. */
export function grouped(pan: string): string {
  return pan.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Writes a small number as a word. */
export function words(value: number): string {
  return value === 20 ? 'twenty' : (smallNumbers[value] ?? String(value))
}

/** Writes milliseconds as a duration: 120000 becomes 2 minutes. */
export function asPause(milliseconds: number): string {
  const units = [
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const
  const [size, unit] = units.find(([size]) => milliseconds >= size) ?? units[2]
  const count = milliseconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Joins parts as `a, b and c`. */
export function inOneSentence(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
