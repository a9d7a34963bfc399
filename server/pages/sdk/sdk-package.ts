import { createHash } from 'node:crypto'
import manifest from '../../../sdk/package.json' with { type: 'json' }
import { packageFiles, packageSources } from '../../../sdk/package-files.ts'
import { tarball } from '../../../sdk/tarball.ts'
import { builtOnce } from '../../engines/build/built-once.ts'
import { esbuild } from '../../engines/build/esbuild.ts'

/** The package for merchants' servers, as npm installs it. */
export interface SdkPackage {
  readonly version: string
  readonly bytes: Buffer
  /** What npm writes into a lock file. */
  readonly integrity: string
}

let made: Promise<SdkPackage> | undefined

/** The package, made at its first request. `npm run build` makes it in advance. */
export function sdkPackage(): Promise<SdkPackage> {
  return (made ??= make())
}

async function make(): Promise<SdkPackage> {
  const files = await builtOnce('sdk.json', packageSources, async () => {
    const bundler = await esbuild()
    const built = await packageFiles(bundler)
    await bundler.stop()
    return built
  })
  const bytes = tarball(files)
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { version: manifest.version, bytes, integrity }
}
