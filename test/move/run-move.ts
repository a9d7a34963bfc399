import { join } from 'node:path'

/** What `npm run move` runs. */
export const moveFile = join(import.meta.dirname, '../../server/move.ts')
