import { rootOf } from './file-modules.ts'

// What `import t from 'tap'` gives to a test file that shares its process with others (file-modules.ts).

export default rootOf(import.meta.url)
