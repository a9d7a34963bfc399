import type * as bundler from 'esbuild'

type Esbuild = typeof bundler

let loaded: Promise<Esbuild> | null = null

/** The bundler, which only a start that has to build something needs. */
export function esbuild(): Promise<Esbuild> {
  return (loaded ??= loadEsbuild(() => import('esbuild')))
}

/**
 * The bundler's program for this machine is an optional dependency, which `npm ci --omit=optional` leaves out. Then the
 * same bundler runs as WebAssembly, which takes about six times as long.
 */
export async function loadEsbuild(native: () => Promise<Pick<Esbuild, 'transform'>>): Promise<Esbuild> {
  try {
    const found = await native()
    await found.transform('')
    return found as Esbuild
  } catch {
    return import('esbuild-wasm')
  }
}
