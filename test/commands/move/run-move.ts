import { join } from 'node:path'

/** The program of `npm run move`. */
export const moveFile = join(import.meta.dirname, '../../../server/commands/move/main.ts')
