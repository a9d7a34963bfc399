import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { builtOnce } from '../../engines/build/built-once.ts'
import { esbuild } from '../../engines/build/esbuild.ts'
import { pageFont } from '../../markup/design/font.ts'
import { tokensCss } from '../../markup/design/tokens.ts'

/** A file as the dashboard serves it. Its name contains the hash of its content, so browsers may cache it for good. */
export interface DashboardAsset {
  readonly name: string
  readonly type: string
  readonly body: string
}

export interface DashboardAssets {
  readonly style: DashboardAsset
  readonly script: DashboardAsset
  /** For pages on which a browser makes or uses a passkey. */
  readonly passkeys: DashboardAsset
}

/** The parts of the style sheet after those of every page for merchants, in order. */
const styles = ['base', 'frame', 'forms', 'lists', 'payment', 'numbers', 'home', 'requests', 'components-page', 'print']

/** The style sheet and the script. */
export async function dashboardAssets(): Promise<DashboardAssets> {
  const { style, script, passkeys } = await builtOnce(
    'dashboard.json',
    ['server/dashboard/shell/styles', 'server/markup/design', scriptFile, passkeyFile, builder, 'package.json'],
    build,
  )
  return {
    style: asset('style', 'css', 'text/css; charset=utf-8', style),
    script: asset('script', 'js', 'text/javascript; charset=utf-8', script),
    passkeys: asset('passkeys', 'js', 'text/javascript; charset=utf-8', passkeys),
  }
}

const scriptFile = 'server/dashboard/scripts/enhance.ts'
const passkeyFile = 'server/dashboard/scripts/use-passkeys.ts'
/** This file. The script of passkeys also has a package in it, whose version is in package.json. */
const builder = 'server/dashboard/shell/assets.ts'

async function build(): Promise<{ style: string; script: string; passkeys: string }> {
  const { transform, build: bundle } = await esbuild()
  const built = async (source: string, loader: 'css' | 'ts'): Promise<string> => {
    const format = loader === 'ts' ? { format: 'iife' as const } : {}
    return (await transform(source, { loader, minify: true, target: 'es2020', ...format })).code
  }
  const files = ['../../markup/design/components.css', ...styles.map((name) => `styles/${name}.css`)]
  const sheets = [pageFont().face, tokensCss, ...(await Promise.all(files.map(read)))]
  const entry = fileURLToPath(new URL('../scripts/use-passkeys.ts', import.meta.url))
  const bundled = await bundle({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2020',
    format: 'iife',
  })
  return {
    style: await built(sheets.join('\n'), 'css'),
    script: await built(await read('../scripts/enhance.ts'), 'ts'),
    passkeys: bundled.outputFiles[0]?.text ?? '',
  }
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}

function asset(name: string, extension: string, type: string, body: string): DashboardAsset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return { name: `${name}.${hash}.${extension}`, type, body }
}
