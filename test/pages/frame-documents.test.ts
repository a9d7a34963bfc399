import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { formAssets } from '../../server/pages/form/form-assets.ts'
import { english } from '../../form/texts/en.ts'
import { formTexts } from '../../server/pages/form/later-texts.ts'
import { renderFormFrame } from '../../server/pages/form/form-frame.ts'
import { frameDocuments } from '../../server/pages/form/frame-documents.ts'

const assets = await formAssets()
const frames = frameDocuments(assets)
const request = { acceptEncoding: 'gzip, deflate, br, zstd', ifNoneMatch: undefined }

t.test('the document is sent in an encoding that the browser accepts, and is the same each time', async (t) => {
  const query = { locale: 'de-AT', theme: 'dark' }
  const wanted = renderFormFrame(query, assets)
  for (const round of ['made', 'kept']) {
    const brotli = await frames(query, request)
    t.equal(brotliDecompressSync(brotli.body).toString(), wanted.body, round)
    t.same(brotli.headers, { ...wanted.headers, vary: 'Accept-Encoding', 'content-encoding': 'br' })
    t.equal(gunzipSync((await frames(query, { ...request, acceptEncoding: 'gzip' })).body).toString(), wanted.body)
    const plain = await frames(query, { ...request, acceptEncoding: undefined })
    t.same([plain.body.toString(), plain.headers['content-encoding']], [wanted.body, undefined])
  }
})

t.test('each language, theme and place has its own document', async (t) => {
  const bodies = await Promise.all(
    [{}, { locale: 'de' }, { theme: 'dark' }, { place: 'link' }, { place: 'checkout' }].map((query) =>
      frames(query, request),
    ),
  )
  t.equal(new Set(bodies.map(({ body }) => body.toString('base64'))).size, 5)
})

t.test('an overlong language tag, or one with irrelevant parts, gives the document of its language', async (t) => {
  const plain = renderFormFrame({ locale: 'de' }, assets).body
  for (const locale of ['de-XX', 'de-1996', 'de-x-shop-1', 'de-u-co-phonebk'])
    t.equal(renderFormFrame({ locale }, assets).body, plain, locale)
})

t.test('the form takes the first language that it has, and passes over what is not a language tag', async (t) => {
  for (const [locale, expected] of [
    ['auto,de-AT,en', 'de-AT'],
    ['not a tag,ko,fr', 'fr'],
    ['de,fr', 'de'],
    [',it', 'it'],
    ['auto,ko', 'en'],
  ] as const)
    t.match(renderFormFrame({ locale }, assets).body, `<html lang="${expected}"`, locale)
})

t.test('on the page of a link, no text refers the customer to a shop', async (t) => {
  const textsAt = (place: 'checkout' | 'link'): string => JSON.stringify(formTexts(place, english, assets))
  t.match(textsAt('checkout'), 'go back to the shop to start again')
  t.notMatch(textsAt('link'), 'go back to the shop to start again')
})
