import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { root } from './source-files.ts'

// spec/security.md names for each threat the code that defends against it and the test that holds it there.

const page = readFileSync(`${root}/spec/security.md`, 'utf8')
const threats = page
  .slice(page.indexOf('\n## Threats\n'), page.indexOf('\n## What does not hold\n'))
  .split('\n')
  .filter((line) => /^\| (?!-|Threat )/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** The text of a file of the repository. Empty: there is no such file. */
const textOf = (path: string): string => (existsSync(`${root}/${path}`) ? readFileSync(`${root}/${path}`, 'utf8') : '')

t.test('the test finds the threats', async (t) => {
  t.ok(threats.length >= 20)
})

t.test('each threat names code that exists', async (t) => {
  const missing = threats.filter(([, , defence = '']) => {
    const [, path = '', name = ''] = /^`((?:server|form)\/[^`]+)` \(`([^`]+)`\)$/.exec(defence) ?? []
    return name === '' || !textOf(path).includes(name)
  })
  t.same(
    missing.map(([, threat]) => threat),
    [],
  )
})

t.test('each threat names a test that exists', async (t) => {
  const missing = threats.filter(([, , , cited = '']) => {
    const [, path = '', title = ''] = /^`(test\/[^`]+\.test\.ts)`: (.+)$/.exec(cited) ?? []
    return !titlesIn(path).has(title)
  })
  t.same(
    missing.map(([, threat]) => threat),
    [],
  )
})

/** The titles of the tests in a file. */
function titlesIn(path: string): Set<string> {
  return new Set([...textOf(path).matchAll(/\btest\(\s*'([^'\n]+)'/g)].map(([, title = '']) => title))
}
