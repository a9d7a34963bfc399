import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packInto } from '../../sdk/build.ts'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** A merchant's project with the packed package installed in it. */
export interface Project {
  readonly folder: string
  readonly tarball: string
  write(name: string, text: string): string
  /** Runs a file of the project in its own process and returns what it prints, parsed as JSON. */
  run(node: string, name: string, ...words: string[]): Promise<unknown>
  remove(): void
}

let prepared: Promise<string> | null = null

/**
 * A copy of the project that the runner prepared (TEST_SDK_FOLDER), or that this process prepares at its first call.
 */
export async function installPackage(): Promise<Project> {
  const source = process.env['TEST_SDK_FOLDER'] ?? (await (prepared ??= prepareHere()))
  const folder = mkdtempSync(join(tmpdir(), 'sdk-project-'))
  cpSync(join(source, 'project'), folder, { recursive: true, verbatimSymlinks: true })
  return {
    folder,
    tarball: tarballIn(source),
    write(name, text) {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    },
    async run(node, name, ...words) {
      const { stdout } = await run(node, [name, ...words], { cwd: folder, encoding: 'utf8' })
      return JSON.parse(stdout) as unknown
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function prepareHere(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-package-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await preparePackage(folder)
  return folder
}

/**
 * Packs the SDK in a folder and lets npm install it in the folder's `project`, with its dependencies as `npm ci`
 * brought them here: this needs no network.
 */
export async function preparePackage(folder: string): Promise<void> {
  const tarball = await packInto(mkdir(join(folder, 'packed')))
  const packing = mkdir(join(folder, 'dependencies'))
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => packedAgain(name, packing))
  const project = mkdir(join(folder, 'project'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball, ...dependencies], {
    cwd: project,
    env: { ...process.env, npm_config_cache: join(folder, 'cache') },
  })
}

function mkdir(folder: string): string {
  mkdirSync(folder)
  return folder
}

function tarballIn(folder: string): string {
  const name = readdirSync(join(folder, 'packed')).find((entry) => entry.endsWith('.tgz'))
  if (name === undefined) throw new Error(`Bug: no package was packed in ${folder}`)
  return join(folder, 'packed', name)
}

/** A tarball of an installed dependency. */
function packedAgain(name: string, folder: string): string {
  const copy = join(folder, 'package')
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(modules, name), copy, { recursive: true })
  execFileSync('tar', ['-czf', `${name}.tgz`, 'package'], { cwd: folder })
  return join(folder, `${name}.tgz`)
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
