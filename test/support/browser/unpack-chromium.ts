import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { cacheFolder } from '../run/cache-folder.ts'

const decompress = promisify(brotliDecompress)

/** Paths of an unpacked Chromium: the program, its libraries, and a fontconfig file for machines without fonts. */
export interface UnpackedChromium {
  readonly executable: string
  readonly libraries: string
  readonly fontConfig: string
}

/**
 * Unpacks the browser of the locked `@sparticuz/chromium` package once per version.
 * Many test files may call it at once: each unpacks into a new folder and renames it into place, and deletes it if
 * another process was faster. (The package's own code writes to a shared path, where another process can find half a
 * program.)
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const packageFolder = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))))
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const home = join(cacheFolder, `chromium-${version}`)
  await mkdir(cacheFolder, { recursive: true })
  if (!existsSync(home)) await unpackInto(home, join(packageFolder, 'bin'))
  return {
    executable: join(home, 'chromium'),
    libraries: join(home, 'libraries', 'lib'),
    fontConfig: join(home, 'fonts.conf'),
  }
}

async function unpackInto(home: string, archives: string): Promise<void> {
  const staging = await mkdtemp(`${home}-`)
  const executable = join(staging, 'chromium')
  await writeFile(executable, await decompress(await readFile(join(archives, 'chromium.br'))))
  await chmod(executable, 0o755)
  // The program looks for the libraries of its software renderer in its own folder.
  await extractTar(await decompress(await readFile(join(archives, 'swiftshader.tar.br'))), staging)
  await extractTar(await decompress(await readFile(join(archives, 'al2023.tar.br'))), join(staging, 'libraries'))
  await extractTar(await decompress(await readFile(join(archives, 'fonts.tar.br'))), join(staging, 'fonts'))
  await writeFile(join(staging, 'fonts.conf'), fontConfiguration(join(home, 'fonts'), join(home, 'font-cache')))
  try {
    await rename(staging, home)
  } catch {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(home)) throw new Error(`Chromium could not be unpacked to ${home}`)
  }
}

const tarBlockBytes = 512

/** Reads plain ustar: these archives hold regular files and folders only. */
async function extractTar(archive: Buffer, target: string): Promise<void> {
  let offset = 0
  while (offset + tarBlockBytes <= archive.length && archive[offset] !== 0) {
    const name = archive.toString('utf8', offset, offset + 100).replace(/\0.*$/s, '')
    const size = parseInt(archive.toString('ascii', offset + 124, offset + 136), 8)
    const isFile = ['0', '\0'].includes(String.fromCharCode(archive[offset + 156] ?? 0))
    const start = offset + tarBlockBytes
    if (isFile) {
      await mkdir(dirname(join(target, name)), { recursive: true })
      await writeFile(join(target, name), archive.subarray(start, start + size), { mode: 0o755 })
    }
    offset = start + Math.ceil(size / tarBlockBytes) * tarBlockBytes
  }
}

function fontConfiguration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`
}
