import { readFileSync } from 'node:fs'
import type { Document } from '../generate/document.ts'
import { breakingChanges } from './compare.ts'
import { declaredChanges, releasedDocuments } from './released.ts'

// Compares the contract with the newest release. `npm run check` runs it.

const today = JSON.parse(
  readFileSync(new URL('../../generated/merchant-api.json', import.meta.url), 'utf8'),
) as Document
const newest = releasedDocuments().at(-1)
const declared = declaredChanges()
const breaking = newest ? breakingChanges(newest.document, today) : []
const undeclared = breaking.filter((change) => declared[change] === undefined)
const outdated = Object.keys(declared).filter((change) => !breaking.includes(change))
for (const change of undeclared) console.log(`breaks ${newest?.version}: ${change}`)
for (const change of outdated) console.log(`declared in spec/released/declared.json, but not so: ${change}`)
process.exitCode = undeclared.length + outdated.length > 0 ? 1 : 0
