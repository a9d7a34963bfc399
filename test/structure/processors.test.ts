import t from 'tap'
import { acquirers } from '../../server/processors/acquirers.ts'
import { sourceFiles } from './source-files.ts'

/** Where a file may name an acquirer: its own folder, the list of acquirers, and the documentation. */
function mayName(path: string, name: string): boolean {
  return (
    path.startsWith(`server/processors/${name}/`) ||
    path === 'server/processors/acquirers.ts' ||
    path.startsWith('server/pages/docs/')
  )
}

function placesOf(name: string, files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(({ path, text }) => !mayName(path, name) && text.toLowerCase().includes(name))
    .map(({ path }) => path)
}

t.test('only an acquirer’s own folder, the list and the documentation name it', async (t) => {
  const files = sourceFiles('server', 'form', 'sdk')
  t.ok(acquirers.length > 0 && files.length > 300, 'the test finds them')
  for (const { name } of acquirers) t.same(placesOf(name, files), [], name)
  t.same(placesOf('somepay', [{ path: 'server/flows/a.ts', text: '// SomePay needs this' }]), ['server/flows/a.ts'])
})

t.test('every acquirer has a folder of its name, and options and variables that begin with it', async (t) => {
  const files = sourceFiles('server/processors')
  for (const { name, fields, variables } of acquirers) {
    t.match(name, /^[a-z][a-z0-9]*$/)
    t.ok(files.some(({ path }) => path.startsWith(`server/processors/${name}/`)))
    for (const variable of Object.values<{ name: string }>({ ...variables }))
      t.ok(variable.name.startsWith(`${name.toUpperCase()}_`), variable.name)
    const accountNames = Object.values(fields).filter(({ isAccountName }) => isAccountName)
    t.ok(accountNames.length <= 1 && accountNames.every(({ isSecret }) => !isSecret))
  }
})
