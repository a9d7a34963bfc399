/**
 * The bundler. Its program for this machine is an optional dependency (`npm ci --omit=optional`). Without it, the same
 * bundler runs as WebAssembly, which takes about six times as long.
 */
export const esbuild: Promise<typeof import('esbuild')> = loadEsbuild(() => import('esbuild'))

export async function loadEsbuild(native: () => Promise<typeof import('esbuild')>): Promise<typeof import('esbuild')> {
  try {
    const found = await native()
    await found.transform('')
    return found
  } catch {
    return import('esbuild-wasm')
  }
}
