import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What test runs keep for later ones. Anybody may delete it at any time. */
export const cacheFolder = join(
  fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url)),
  'servicepay-tests',
)
