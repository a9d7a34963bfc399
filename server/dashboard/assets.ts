import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'

/** A file as the dashboard serves it. Its name contains the hash of its content, so browsers may cache it for good. */
export interface DashboardAsset {
  readonly name: string
  readonly type: string
  readonly body: string
}

export interface DashboardAssets {
  readonly style: DashboardAsset
  readonly script: DashboardAsset
}

/** The parts of the style sheet, in order. */
const styles = ['base', 'frame', 'forms', 'lists', 'payment', 'numbers', 'home', 'print']

/** Builds the style sheet and the script. The service does this once, at start-up. */
export async function buildDashboardAssets(): Promise<DashboardAssets> {
  const [sheets, program] = await Promise.all([
    Promise.all(styles.map((name) => read(`styles/${name}.css`))),
    read('enhance.ts'),
  ])
  const [style, script] = await Promise.all([built(sheets.join(''), 'css'), built(program, 'ts')])
  return {
    style: asset('style', 'css', 'text/css; charset=utf-8', style),
    script: asset('script', 'js', 'text/javascript; charset=utf-8', script),
  }
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}

async function built(source: string, loader: 'css' | 'ts'): Promise<string> {
  const { code } = await transform(source, {
    loader,
    minify: true,
    target: 'es2020',
    ...(loader === 'ts' && { format: 'iife' as const }),
  })
  return code
}

function asset(name: string, extension: string, type: string, body: string): DashboardAsset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return { name: `${name}.${hash}.${extension}`, type, body }
}
