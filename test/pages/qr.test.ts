import jsqr from 'jsqr'
import t from 'tap'
import { inFullRuns } from '../support/combinations.ts'
import { qrSvg } from '../../server/markup/qr.ts'
import { renderLinkQr } from '../../server/pages/links/qr.ts'
import { launchChromium } from '../support/browser/chromium.ts'

const browser = await launchChromium()
t.teardown(() => browser.close())
const page = await browser.newPage({ viewport: { width: 1400, height: 1400 } })

/** The image as Chromium draws it on a dark background: one byte of grey for each pixel. */
async function drawn(svg: string, pixels: number, turned: number): Promise<Buffer> {
  const grey = await page.evaluate(
    async ({ svg, pixels, turned }) => {
      const image = new Image()
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: pixels * 2, height: pixels * 2 })
      const context = canvas.getContext('2d')
      if (!context) return ''
      context.fillStyle = '#222'
      context.fillRect(0, 0, pixels * 2, pixels * 2)
      context.translate(pixels, pixels)
      context.rotate(turned)
      context.drawImage(image, -pixels / 2, -pixels / 2, pixels, pixels)
      const { data } = context.getImageData(0, 0, pixels * 2, pixels * 2)
      let bytes = ''
      for (let index = 0; index < data.length; index += 4) bytes += String.fromCharCode(data[index] ?? 0)
      return btoa(bytes)
    },
    { svg, pixels, turned },
  )
  return Buffer.from(grey, 'base64')
}

/** The text that an independent decoder reads, and how many pixels are neither black nor white. */
async function read(svg: string, pixels: number, turned = 0): Promise<{ data: string | undefined; greys: number }> {
  const grey = await drawn(svg, pixels, turned)
  const rgba = Uint8ClampedArray.from({ length: grey.length * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : (grey[index >> 2] ?? 0),
  )
  const code = jsqr.default(rgba, pixels * 2, pixels * 2, { inversionAttempts: 'dontInvert' })
  return { data: code?.data, greys: grey.filter((value) => value !== 0 && value !== 255 && value !== 0x22).length }
}

const naturalSize = (svg: string): number => Number(/ width="(\d+)"/.exec(svg)?.[1])

t.test('a scanner reads the address on a dark background, small, large and rotated', async (t) => {
  const url = 'https://pay.example/l/k9m2v7q4x8z3'
  const svg = qrSvg(url)
  const natural = await read(svg, naturalSize(svg))
  t.equal(natural.data, url)
  t.equal(natural.greys, 0, 'every edge is crisp')
  for (const pixels of [150, 333, 640]) t.equal((await read(svg, pixels)).data, url, `${String(pixels)} px`)
  for (const turned of [0.2, Math.PI / 2, 3])
    t.equal((await read(svg, 400, turned)).data, url, `rotated by ${String(turned)}`)
})

t.test('a scanner reads any address in full', inFullRuns, async (t) => {
  const urls = [
    'http://localhost:3000/l/a',
    'https://pay.example:8443/zahlung/l/k9m2v7q4x8z3?x=1&y=%20',
    `https://${'long.'.repeat(20)}example/l/${'k9m2v7q4'.repeat(8)}`,
  ]
  for (const url of urls) {
    const svg = qrSvg(url)
    t.equal((await read(svg, Math.min(naturalSize(svg), 600))).data, url)
  }
})

t.test('the code has a margin of four white modules, and the image has a title', async (t) => {
  const svg = qrSvg('https://pay.example/l/a?b=1&c="<')
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const dark = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(
    ([, x, y, length]) => [Number(x), Number(x) + Number(length), Number(y)] as const,
  )
  t.equal(Math.min(...dark.map(([start]) => start)), 4)
  t.equal(Math.max(...dark.map(([, end]) => end)), size - 4)
  t.equal(Math.min(...dark.map(([, , y]) => y)), 4)
  t.equal(Math.max(...dark.map(([, , y]) => y)), size - 5)
  t.ok(svg.includes('<title id="title">QR code for https://pay.example/l/a?b=1&#38;c=&#34;&#60;</title>'))
  t.equal((size - 8 - 17) % 4, 0, 'the size is one that the standard allows')
})

t.test('the reply is an image that any page may show and that cannot run scripts', async (t) => {
  const { status, headers } = renderLinkQr('https://pay.example/l/a')
  t.equal(status, 200)
  t.match(headers, {
    'content-type': /^image\/svg\+xml/,
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': /^default-src 'none'/,
  })
})
