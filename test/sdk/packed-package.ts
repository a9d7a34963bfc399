import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packInto } from '../../sdk/build.ts'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** A merchant's project, into which npm has installed the packed package. */
export interface Project {
  readonly folder: string
  readonly tarball: string
  write(name: string, text: string): string
  /** Runs a file of the project in a process of its own; gives what it prints as JSON. */
  run(node: string, name: string, ...words: string[]): Promise<unknown>
  remove(): void
}

/** Packs the package and installs it, with its dependencies as `npm ci` brought them here: no network is needed. */
export async function installPackage(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-package-'))
  const packing = join(folder, 'packing')
  mkdirSync(packing)
  const tarball = await packInto(packing)
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }))
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => packedAgain(name, packing))
  npm(project, ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball, ...dependencies])
  return {
    folder: project,
    tarball,
    write(name, text) {
      writeFileSync(join(project, name), text)
      return join(project, name)
    },
    async run(node, name, ...words) {
      const { stdout } = await promisify(execFile)(node, [name, ...words], { cwd: project, encoding: 'utf8' })
      return JSON.parse(stdout) as unknown
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A tarball of an installed dependency. */
function packedAgain(name: string, folder: string): string {
  const copy = join(folder, 'package')
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(modules, name), copy, { recursive: true })
  execFileSync('tar', ['-czf', `${name}.tgz`, 'package'], { cwd: folder })
  return join(folder, `${name}.tgz`)
}

function npm(folder: string, words: string[]): void {
  execFileSync('npm', words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, npm_config_cache: join(folder, '..', 'cache') },
  })
}

/** Names of the files in a tarball, without `package/`. */
export function filesIn(tarball: string): string[] {
  const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  return list
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''))
}

/** The text of an installed file. */
export function installed(project: Project, name: string): string {
  return readFileSync(join(project.folder, 'node_modules/servicepay', name), 'utf8')
}
