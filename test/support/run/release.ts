import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import document from '../../../generated/merchant-api.json' with { type: 'json' }
import manifest from '../../../package.json' with { type: 'json' }
import sdkManifest from '../../../sdk/package.json' with { type: 'json' }

// npm run release: everything that a release needs, in .release. It changes nothing else, and prints what a person has
// to do. `--artifacts` leaves the checks and the tests out, so that it works between two releases.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const output = join(root, '.release')
const version: string = manifest.version

/** A condition of a release that does not hold, with what to do. */
class NotReady extends Error {}

function ensure(holds: boolean, message: string): void {
  if (!holds) throw new NotReady(message)
}

function checkVersions(): void {
  const versions = { 'package.json': version, 'sdk/package.json': sdkManifest.version, contract: document.info.version }
  ensure(new Set(Object.values(versions)).size === 1, `The versions differ: ${JSON.stringify(versions)}`)
}

/** The section of the changelog. With `isWhole`, no entry may be left that belongs to no release. */
function changelogSection(isWhole: boolean): string {
  const text = readFileSync(join(root, 'spec/CHANGELOG.md'), 'utf8')
  const sections = text.split(/^(?=## )/m)
  const unreleased = sections.find((section) => section.startsWith('## Unreleased')) ?? ''
  ensure(
    !isWhole || !unreleased.includes('\n- '),
    `spec/CHANGELOG.md: move the entries of Unreleased to "## ${version} - <date>"`,
  )
  const found = sections.find((section) => section.startsWith(`## ${version} - `))
  ensure(found !== undefined, `spec/CHANGELOG.md has no heading "## ${version} - <date>"`)
  return found ?? ''
}

/** The document of this release, which later ones are compared with. */
function checkSnapshot(): void {
  const path = `spec/released/${version}.json`
  const today = readFileSync(join(root, 'generated/merchant-api.json'), 'utf8')
  const kept = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
  ensure(kept === today, `${path} is not today's contract: cp generated/merchant-api.json ${path}, and commit it`)
}

function run(program: string, ...words: string[]): void {
  process.stdout.write(`# ${program} ${words.join(' ')}\n`)
  const { status } = spawnSync(program, words, { cwd: root, stdio: 'inherit' })
  ensure(status === 0, `${program} ${words.join(' ')} failed`)
}

interface Bill {
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * What the running service loads, with versions and hashes, as CycloneDX. `npm sbom --omit optional` also leaves out
 * packages that an optional one needs, such as `pg`, so the optional ones are left out here.
 */
function writeBill(): void {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const bill = JSON.parse(
    execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Bill
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; optional?: boolean }>
  }
  const loadedRefs = new Set(
    Object.entries(packages)
      .filter(([, { optional }]) => !optional)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
  )
  const isLoaded = (part: Bill['components'][number]): boolean => loadedRefs.has(part['bom-ref'])
  const left = new Set(bill.components.filter((part) => !isLoaded(part)).map((part) => part['bom-ref']))
  const loaded = {
    ...bill,
    components: bill.components.filter(isLoaded),
    dependencies: bill.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) })),
  }
  writeFileSync(join(output, `servicepay-server-${version}.cdx.json`), `${JSON.stringify(loaded, null, 2)}\n`)
}

/** Packs in two clones of the commit, which must give the same bytes. */
function packTwice(): void {
  const folder = mkdtempSync(join(tmpdir(), 'servicepay-release-'))
  try {
    const [first = '', second = ''] = ['one', 'two'].map((name) => {
      const clone = join(folder, name)
      execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
      symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
      execFileSync(process.execPath, ['sdk/build.ts', '--pack'], { cwd: clone })
      return join(clone, `sdk/servicepay-${version}.tgz`)
    })
    ensure(hashOf(first) === hashOf(second), 'Two clones made different packages')
    cpSync(first, join(output, `servicepay-${version}.tgz`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hashOf(path: string): string {
  return createHash('sha512').update(readFileSync(path)).digest('base64')
}

function release(hasChecks: boolean): void {
  checkVersions()
  const section = changelogSection(hasChecks)
  if (hasChecks) {
    checkSnapshot()
    const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
    ensure(changed === '', `Commit everything first:\n${changed}`)
    run('npm', 'run', 'check')
    run('npm', 'test')
  }
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'CHANGES.md'), section)
  writeFileSync(join(output, `openapi-${version}.json`), `${JSON.stringify(document)}\n`)
  writeBill()
  packTwice()
  const hash = hashOf(join(output, `servicepay-${version}.tgz`))
  process.stdout.write(`# release ${version} is in .release, and its package is sha512-${hash}\n`)
  process.stdout.write(
    `# To publish it: git tag -a v${version} -m 'Release ${version}' && git push origin v${version}\n`,
  )
}

try {
  release(!process.argv.includes('--artifacts'))
} catch (error) {
  if (!(error instanceof NotReady)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
