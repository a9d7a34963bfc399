import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from './source-files.ts'

// spec/security.md names the packages of others that run something at install, and those with programs of the machine.

interface LockedPackage {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
  readonly cpu?: readonly string[]
  readonly os?: readonly string[]
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages,
)
  .filter(([path]) => path !== '')
  .map(([path, it]) => ({ ...it, path, name: path.replace(/^.*node_modules\//, '') }))
const runs = locked.filter(({ dev, devOptional }) => !dev && !devOptional)

const page = read('spec/security.md')
const section = page.slice(page.indexOf('\n## Programs of others\n'), page.indexOf('\n## Threats\n'))
const [scripts = [], programs = []] = section
  .split(/\n\n/)
  .filter((part) => part.startsWith('| Package'))
  .map((table) => [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name))

/** The line of a table that covers a package: its name, or the beginning of it. */
const lineFor = (name: string, lines: readonly string[]): string | undefined =>
  lines.find((line) => (line.endsWith('*') ? name.startsWith(line.slice(0, -1)) : name === line))

t.test('no package may run a script at install, and the page names each that has one', async (t) => {
  const withScript = locked.filter(({ hasInstallScript }) => hasInstallScript)
  t.same(
    withScript.filter(({ name }) => lineFor(name, scripts) === undefined).map(({ name }) => name),
    [],
    'described in spec/security.md',
  )
  t.same(
    Object.keys(allowScripts).filter((name) => allowScripts[name]),
    [],
  )
  t.same(Object.keys(allowScripts).sort(), [...new Set(withScript.map(({ name }) => name))].sort())
  t.same(
    scripts.filter((line) => !withScript.some(({ name }) => lineFor(name, [line]))),
    [],
    'no line is left over',
  )
})

t.test('the page names each package that brings a program of the machine', async (t) => {
  const perMachine = runs.filter(({ name, cpu, os }) => (cpu ?? os) || name === 'esbuild-wasm')
  t.same(
    perMachine.filter(({ name }) => lineFor(name, programs) === undefined).map(({ name }) => name),
    [],
  )
  t.same(
    programs.filter((line) => !perMachine.some(({ name }) => lineFor(name, [line]))),
    [],
    'no line is left over',
  )
  const others = runs.filter(({ name, path }) => !lineFor(name, programs) && existsSync(join(root, path)))
  t.ok(others.length > 100)
  const natives = others.flatMap(({ path }) =>
    readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(node|wasm|gyp|so|dll|dylib|exe)$/.test(file) && !file.startsWith('node_modules'))
      .map((file) => `${path}/${file}`),
  )
  t.same(natives, [], 'the others contain only JavaScript and data')
})

t.test(
  'the tables of packages name each dependency of the service once, and the tools that the README adds',
  async (t) => {
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, object>
    const [readme, architecture] = [
      namedPackages(read('README.md'), 'The packages it uses'),
      namedPackages(read('spec/architecture.md'), 'Packages'),
    ]
    const tools = ['@typespec/compiler', 'openapi-typescript', 'tap']
    t.same(
      [...readme, ...architecture].sort(),
      [...Object.keys({ ...dependencies, ...optionalDependencies }), ...tools].sort(),
    )
  },
)

/** The packages in the first column of the table below a heading. */
function namedPackages(text: string, heading: string): string[] {
  const section = text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| (`[^|]+`)/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
}

t.test('each package has a checksum and comes from the registry', async (t) => {
  t.same(
    locked.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name),
    [],
  )
  t.same(
    locked.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name),
    [],
    'the lock names no address, so no address of a stranger',
  )
})
