import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { variables } from '../../server/config.ts'
import { root } from './source-files.ts'

const readme = readFileSync(`${root}/README.md`, 'utf8')

/** The lines of one section, without its deeper ones. */
function section(title: string): string[] {
  const lines = readme.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title)
  if (start < 0) return []
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line))
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
}

/** The cells of a section's table, without its head and rule. */
function table(title: string): string[][] {
  const rows = section(title).filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function inCode(cell: string | undefined): string {
  return /^`([^`]+)`$/.exec(cell ?? '')?.[1] ?? ''
}

t.test('every room and every file that the README names is there', async (t) => {
  const rooms = table('The rooms').map(([room]) => inCode(room))
  const files = table('Where does this live?').map(([, file]) => inCode(file))
  t.ok(rooms.length > 10 && files.length > 20, 'both tables are found')
  t.same(
    [...rooms, ...files].filter((path) => path === '' || !existsSync(`${root}/${path}`)),
    [],
  )
})

t.test('every link and every path in the text leads somewhere', async (t) => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? '')
  const paths = [...readme.matchAll(/`((?:server|spec|generated|sdk|form|test|\.ci)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  )
  t.ok(links.length > 0 && paths.length > 20, 'they are found')
  // Made by a command that stands beside it.
  const isMade = (path: string): boolean => path.endsWith('.tgz')
  t.same(
    [...links, ...paths].filter((path) => !isMade(path) && !existsSync(`${root}/${path}`)),
    [],
  )
})

t.test('the table of variables names exactly the variables that the service reads', async (t) => {
  t.ok(variables.length > 10, 'the variables are found')
  t.same(
    table('Variables')
      .map(([name]) => inCode(name))
      .sort(),
    variables.map(({ name }) => name).sort(),
  )
})

t.test('the table of variables shows the defaults that the service uses', async (t) => {
  const isNumber = (text: string | undefined): boolean => /^\d+$/.test(text ?? '')
  const rows = table('Variables').map(([name, value]): [string, string] => [inCode(name), value ?? ''])
  t.same(
    Object.fromEntries(rows.filter(([, value]) => isNumber(value))),
    Object.fromEntries(
      variables.filter(({ defaultText }) => isNumber(defaultText)).map(({ name, defaultText }) => [name, defaultText]),
    ),
  )
})

t.test('every command of the README is a script of the package', async (t) => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> }
  const commands = [...readme.matchAll(/\bnpm (?:--prefix \S+ )?(?:run ([\w:]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  )
  t.ok(commands.length > 4, 'the commands are found')
  t.same(
    commands.filter((name) => !(name in scripts)),
    [],
  )
})
