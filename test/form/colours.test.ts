import t from 'tap'
import { accentTokens, contrastOf, readWritten, type Colour } from '../../form/colours.ts'

t.test('text on a button is readable in every accent, also under a pointer and while pressed', async (t) => {
  const steps = [0, 51, 102, 119, 128, 153, 204, 255]
  const accents = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Colour => [red, green, blue])))
  for (const accent of accents) {
    const tokens = accentTokens(accent)
    const text = readWritten(tokens['--on-accent'] ?? '')!
    const over = tokens['--over']!.split(' ').map(Number)
    for (const share of [0, 0.1, 0.2]) {
      const [red = 0, green = 0, blue = 0] = accent.map((part, at) => part * (1 - share) + over[at]! * share)
      const contrast = contrastOf(text, [red, green, blue])
      if (contrast < 4.5) t.fail(`${accent.join()} with ${share} over it: ${contrast.toFixed(2)}`)
    }
  }
  t.equal(accents.length, 512)
})

t.test('a colour is read as it was written, and nothing else is', async (t) => {
  t.same(readWritten('rgb(1,20,255)'), [1, 20, 255])
  for (const text of [null, '', 'red', 'rgb(1,2,3);x', 'url(x)', 'rgb(1,2)', 'rgb(1, 2, 3)', 'var(--border)'])
    t.equal(readWritten(text), null, String(text))
})
