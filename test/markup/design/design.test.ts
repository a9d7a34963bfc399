import t from 'tap'
import { pageFont } from '../../../server/markup/design/font.ts'
import { colours, tokensCss } from '../../../server/markup/design/tokens.ts'
import { chart, spark } from '../../../server/markup/design/chart.ts'

type Colour = keyof typeof colours

/** The relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** What is read on which grounds. */
const texts: readonly (readonly [Colour, readonly Colour[]])[] = [
  ['text', ['ground', 'panel', 'sunken', 'accent-ground', 'good-ground', 'bad-ground']],
  ['muted', ['ground', 'panel', 'sunken']],
  ['accent', ['ground', 'panel', 'accent-ground', 'sunken', 'good-ground', 'bad-ground']],
  ['accent-hover', ['ground', 'panel']],
  ['on-accent', ['accent', 'accent-hover']],
  ['danger', ['ground', 'panel', 'sunken']],
  ['good', ['good-ground', 'panel']],
  ['bad', ['bad-ground', 'panel']],
  ['waiting', ['waiting-ground', 'panel']],
  ['test-text', ['test-ground']],
]
/** What is seen, such as the edge of a field. */
const shapes: readonly (readonly [Colour, readonly Colour[]])[] = [
  ['edge', ['panel', 'ground']],
  ['chart', ['panel', 'ground']],
  ['chart-before', ['panel', 'ground']],
  ['focus', ['panel', 'ground', 'sunken']],
]

t.test('in both themes, texts have a contrast of 4.5 and shapes of 3', (t) => {
  for (const [least, pairs] of [[4.5, texts] as const, [3, shapes] as const])
    for (const [front, grounds] of pairs)
      for (const ground of grounds)
        for (const theme of [0, 1] as const) {
          const measured = contrast(colours[front][theme], colours[ground][theme])
          t.ok(measured >= least, `${front} on ${ground}, ${theme === 0 ? 'light' : 'dark'}: ${measured.toFixed(2)}`)
        }
  t.equal(contrast('#000000', '#ffffff'), 21)
  t.match(tokensCss, `--muted:${colours.muted[1]}`)
  t.end()
})

t.test('the font is a small variable WOFF2', (t) => {
  const { bytes, path, face } = pageFont()
  t.equal(bytes.subarray(0, 4).toString('latin1'), 'wOF2')
  t.ok(bytes.length <= 40_000, `${bytes.length} bytes`)
  t.match(path, /^\/fonts\/inter\.[0-9a-f]{16}\.woff2$/)
  t.match(face, 'font-display:swap')
  t.end()
})

t.test('a chart shows its values to screen readers as a table, and escapes its words', (t) => {
  const now = { name: 'This week', values: [1, null, 4], texts: ['£1', 'none', '<4>'] }
  const given = { title: 'Sales', labels: ['Mon', 'Tue', 'Wed'], labelled: 'Day', now, ceiling: 4, ticks: ['£4', '£0'] }
  const { text } = chart({ ...given, kind: 'line' })
  t.match(text, '<th scope="row">Wed</th><td class="number">&#60;4&#62;</td>')
  t.match(text, '<path class="now" d="M5 76h0M25 1h0"/>', 'a missing value interrupts the line')
  t.equal(chart({ ...given, kind: 'bars' }).text.match(/<rect class="now"/g)?.length, 2)
  t.equal(spark([0, 0]), null, 'nothing to draw')
  t.end()
})
