import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { openSession } from '../browser/form-harness.ts'
import { combinations, inFullRuns, isFull } from '../support/combinations.ts'
import { confirmation, fillCard, formIn, harness, openShop, payWithMistakes } from './form-page.ts'

type Variables = Readonly<Record<string, string>>

function choose(variables: Variables, theme?: string): void {
  // A `<` could close the script element of the shop's page.
  harness.options = `appearance: ${JSON.stringify({ theme, variables }).replace(/</g, '\\u003c')}`
}

async function openWith(variables: Variables, colorScheme: 'light' | 'dark' = 'light', theme?: string): Promise<Frame> {
  harness.session = { ...openSession(), needs: { email: true, billing_address: true } }
  choose(variables, theme)
  const { frame } = await openShop({ colorScheme })
  await frame.locator('#pay').waitFor()
  return frame
}

/** The form of a page with other choices of the merchant. A new page would take far longer. */
async function reloadWith(page: Page, variables: Variables, theme?: string): Promise<Frame> {
  choose(variables, theme)
  await page.reload()
  const frame = await formIn(page)
  await frame.locator('#pay').waitFor()
  return frame
}

const styleOf = (frame: Frame): Promise<string | null> =>
  frame.evaluate(() => document.documentElement.getAttribute('style'))

/** The lowest contrast of all visible text to its opaque background (WCAG 2.2, "contrast ratio"), with its element. */
async function lowestContrast(frame: Frame): Promise<{ contrast: number; text: string }> {
  return frame.evaluate(() => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const groundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const colour = getComputedStyle(element).backgroundColor
      return (channels(colour)[3] ?? 1) === 1 ? colour : groundOf(element.parentElement)
    }
    const shown = [...document.querySelectorAll<HTMLElement>('label, button, p, input, select, .alert, .badge')].filter(
      (element) => element.offsetWidth > 1,
    )
    const measured = shown.map((element) => {
      const [darker = 0, lighter = 0] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))].sort(
        (a, b) => a - b,
      )
      return {
        contrast: (lighter + 0.05) / (darker + 0.05),
        text: element.id || element.textContent || element.className,
      }
    })
    return measured.sort((one, other) => one.contrast - other.contrast)[0] ?? { contrast: 0, text: 'nothing' }
  })
}

t.test('the form shows the colours and corners that the merchant chose', async (t) => {
  const frame = await openWith({
    colorAccent: '#6b21a8',
    colorBackground: 'rgb(255, 251, 235)',
    colorText: 'darkslategray',
    borderRadius: '4px',
  })
  const shown = await frame.evaluate(() => {
    const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
    return [
      style('#pay').backgroundColor,
      style('#pay').color,
      style('main').backgroundColor,
      style('body').color,
      style('main').borderTopLeftRadius,
    ]
  })
  const plain = await reloadWith(frame.page(), { colorAccent: '#6b21a8' })
  await plain.locator('#name').focus()
  const [line, outline] = await plain.locator('#name').evaluate((field) => {
    const { borderColor, outlineColor } = getComputedStyle(field)
    return [borderColor, outlineColor]
  })
  t.equal(line, 'rgb(132, 142, 159)', 'an accent changes no line of a field')
  t.equal(outline, 'rgb(107, 33, 168)', 'the focus has the accent')
  t.same(shown, ['rgb(107, 33, 168)', 'rgb(255, 255, 255)', 'rgb(255, 251, 235)', 'rgb(47, 79, 79)', '4px'])
})

t.test('all text stays readable with any choice of colours', async (t) => {
  /** The first ones ask for the most: no contrast at all, a ground in the middle, and a light accent. */
  const all: readonly Variables[] = [
    { colorAccent: 'white', colorBackground: 'white', colorText: 'white' },
    { colorBackground: '#808080', colorText: '#888' },
    { colorAccent: 'yellow' },
    { colorAccent: '#777' },
    { colorBackground: 'black' },
    { colorBackground: 'hsl(210, 80%, 30%)', colorText: 'navy' },
    { colorText: '#222' },
    { colorText: '#eee' },
  ]
  const page = (await openWith({})).page()
  for (const [choice, theme] of combinations(isFull ? all : all.slice(0, 2), ['light', 'dark'])) {
    const frame = await reloadWith(page, choice, theme)
    await payWithMistakes(frame)
    const { contrast, text } = await lowestContrast(frame)
    t.ok(contrast >= 4.5, `${theme} ${JSON.stringify(choice)}: ${contrast.toFixed(2)} at ${text}`)
  }
})

t.test('a value that is not a plain colour or length changes nothing and loads nothing', async (t) => {
  const foreign: string[] = []
  const values = [
    'url(https://evil.example/x.png)',
    'red; background: url(https://evil.example/x.png)',
    'var(--border)',
    'transparent',
    'rgba(0, 0, 0, 0.1)',
    '#0008',
    'color-mix(in srgb, red, blue)',
    'expression(alert(1))',
    'no-such-colour',
    '</style><script>alert(1)</script>',
  ]
  const first = await openWith({})
  const untouched = await styleOf(first)
  const page = first.page()
  page.on('request', (request) => void foreign.push(request.url()))
  const names = ['colorAccent', 'colorBackground', 'colorText', 'borderRadius', 'fontFamily']
  // Each value in one place, and in a full run in each of them.
  const shifts = isFull ? values.map((_, at) => at) : [0, names.length]
  for (const shift of shifts) {
    const chosen = names.map((name, at) => [name, values[(shift + at) % values.length] ?? ''] as const)
    const frame = await reloadWith(page, { ...Object.fromEntries(chosen), '--radius': '40px' })
    t.equal(await styleOf(frame), untouched, JSON.stringify(chosen))
  }
  t.ok(foreign.length > 0, 'the test sees requests')
  t.notOk(foreign.some((url) => url.includes('evil')))
})

const lightSurface = 'rgb(255, 255, 255)'
const darkSurface = 'rgb(27, 31, 39)'

const hasSurface = (frame: Frame, colour: string) =>
  frame.waitForFunction(
    (colour) => getComputedStyle(document.querySelector('main') as Element).backgroundColor === colour,
    colour,
  )

t.test(
  'the theme is light unless the merchant chooses another, whatever the customer’s system prefers',
  inFullRuns,
  async () => {
    await hasSurface(await openWith({}, 'dark'), lightSurface)
    await hasSurface(await openWith({}, 'dark', 'light'), lightSurface)
    await hasSurface(await openWith({}, 'light', 'dark'), darkSurface)
  },
)

t.test(
  'the theme auto follows the shop’s page and its changes, and the customer’s system only with the page',
  async () => {
    const frame = await openWith({ colorText: '#222' }, 'dark', 'auto')
    const page = frame.page()
    await hasSurface(frame, lightSurface)
    const supportSchemes = (schemes: string) =>
      page.evaluate((schemes) => void (document.documentElement.style.colorScheme = schemes), schemes)
    await supportSchemes('light dark')
    await hasSurface(frame, darkSurface)
    await frame.waitForFunction(() => getComputedStyle(document.body).color === 'rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'light' })
    await hasSurface(frame, lightSurface)
    await supportSchemes('only dark')
    await hasSurface(frame, darkSurface)
  },
)

t.test('the theme auto has the colours of the shop’s page before the form’s script has arrived', async (t) => {
  harness.options = `appearance: { theme: 'auto' }`
  const dark = `new MutationObserver(() => document.documentElement.style.colorScheme = 'dark')
    .observe(document, { childList: true })`
  const { frame } = await openShop({}, dark)
  await frame.waitForURL(/theme=dark/)
  await hasSurface(frame, darkSurface)
  t.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
})

t.test('a theme that changes while the form is not displayed counts once it is displayed again', async (t) => {
  harness.options = `appearance: { theme: 'auto' }`
  const { page, frame } = await openShop({ colorScheme: 'light' })
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'light dark'))
  await hasSurface(frame, lightSurface)
  const display = (value: string) =>
    page.evaluate((value) => (document.querySelector<HTMLElement>('#pay')!.style.display = value), value)
  await display('none')
  await page.emulateMedia({ colorScheme: 'dark' })
  await display('')
  await hasSurface(frame, darkSurface)
  t.pass('dark')
})

/** What lies between the frame and the first field, at each side, and the frame's height while the form loads. */
async function insetIn(page: Page, frame: Frame): Promise<{ side: number; top: number; height: number }> {
  const height = await page.locator('#pay iframe').evaluate((frame) => frame.clientHeight)
  return frame.evaluate((height) => {
    const { left } = document.querySelector('#number')!.getBoundingClientRect()
    const { top } = document.querySelector('#number-field')!.getBoundingClientRect()
    return { side: left, top, height }
  }, height)
}

t.test('without its summary or a ground of its own, the form is as high as its place from the beginning', async (t) => {
  const places = [
    [{ layout: 'fields' }, { side: 16, top: 16, height: 363 }],
    [
      { layout: 'full', variables: { colorBackground: 'transparent' } },
      { side: 0, height: 406 },
    ],
    [
      { layout: 'fields', variables: { colorBackground: 'transparent' } },
      { side: 0, top: 0, height: 331 },
    ],
  ] as const
  harness.options = `appearance: ${JSON.stringify(places[0][0])}`
  const { page, frame: first } = await openShop({ viewport: { width: 500, height: 700 } })
  let frame = first
  for (const [appearance, expected] of places) {
    harness.options = `appearance: ${JSON.stringify(appearance)}`
    await page.reload()
    frame = await formIn(page)
    const before = await page.locator('#pay iframe').evaluate((frame) => (frame as HTMLElement).style.height)
    await frame.locator('#marks svg').first().waitFor()
    t.match(await insetIn(page, frame), expected, JSON.stringify(appearance))
    t.equal(before, `${expected.height}px`, 'nothing moves')
    t.equal(await frame.locator('#amount').isVisible(), appearance.layout === 'full')
    t.ok(await frame.locator('#test').isVisible(), 'the form of a test says so')
  }
  t.equal(await frame.evaluate(() => getComputedStyle(document.querySelector('main')!).backgroundColor), clear)
  await fillCard(frame)
  await frame.locator('#pay').click()
  await frame.locator('#outcome .badge').getByText('Test').waitFor()
  await page.evaluate(() => {
    const { ServicePay } = window as unknown as {
      ServicePay: { checkout(options: object): { mount(at: string): void } }
    }
    try {
      ServicePay.checkout({ clientSecret: 'x', appearance: { layout: 'accordion' } }).mount('#pay')
    } catch (error) {
      document.title = String(error)
    }
  })
  t.equal(await page.title(), 'Error: ServicePay: no layout "accordion"')
})

const clear = 'rgba(0, 0, 0, 0)'

t.test(
  'the bank’s window has the accent of the shop, whose text stays readable, and lets no other value in',
  async (t) => {
    harness.bank = () => ({ status: 'processing', last_attempt: confirmation })
    const { page, frame } = await openShop({}, undefined, async () => choose({ colorAccent: 'yellow' }))
    await fillCard(frame)
    await frame.locator('#pay').click()
    const bank = page.frameLocator('dialog iframe')
    await bank.locator('#cancel').click()
    const seen = await bank.locator('#no').evaluate((button) => {
      const { backgroundColor, color } = getComputedStyle(button)
      return [backgroundColor, color]
    })
    t.same(seen, ['rgb(255, 255, 0)', 'rgb(0, 0, 0)'])
    const { url } = {
      url: page
        .frames()
        .find((one) => one.url().includes('accent='))!
        .url(),
    }
    await page.goto(url.replace(/accent=[^&]*/, 'accent=url(https://evil.example/)'))
    t.equal(await page.evaluate(() => document.documentElement.getAttribute('style')), null)
  },
)

t.test('a list looks like a field: its own sign, and its text where the text of a field begins', async (t) => {
  const frame = await openWith({})
  const seen = await frame.evaluate(() => {
    const style = (selector: string) => getComputedStyle(document.querySelector(selector)!)
    const [list, field] = [style('#country'), style('#line1')]
    const [box, sign] = ['#country', '#country + i'].map((at) => document.querySelector(at)!.getBoundingClientRect())
    return {
      same: list.paddingLeft === field.paddingLeft && list.height === field.height,
      own: list.appearance,
      inside: sign!.left > box!.left && sign!.right < box!.right && sign!.top > box!.top && sign!.bottom < box!.bottom,
    }
  })
  t.same(seen, { same: true, own: 'none', inside: true })
})

t.test('in a wide container the form keeps a readable width', inFullRuns, async (t) => {
  const { frame } = await openShop({ viewport: { width: 1600, height: 900 } })
  await fillCard(frame)
  const [left = 0, width = 0] = await frame.evaluate(() => {
    const { left, width } = document.querySelector('main')!.getBoundingClientRect()
    return [left, width]
  })
  t.equal(width, 528)
  t.ok(Math.abs(left - (1600 - 528) / 2) < 1, 'in the middle')
})
