import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTs, { astToString } from 'openapi-typescript'
import { releasedDocuments } from '../released/released.ts'
import { writeAdyenTypes } from '../adyen/write-types.ts'
import { banner } from './banner.ts'
import { compileContract } from './compile.ts'
import type { Document } from './document.ts'
import { writeErrors } from './errors.ts'
import { writeEventExamples } from './event-examples.ts'
import { merchantDocument } from './merchant-document.ts'
import { openReplies } from './open-replies.ts'
import { writeOperations } from './operations.ts'
import { acceptNulls } from './request-schemas.ts'
import { writeRules } from './rules.ts'
import { writeSdkDeclarations } from './sdk-declarations.ts'
import { writeSdkResources } from './sdk-resources.ts'
import { writeSdkTypes } from './sdk-types.ts'
import { shapeDocument } from './shape-document.ts'

/** The modules of the package that programs import. */
const sdkEntries = ['index', 'browser', 'webhooks', 'testing', 'react', 'vue', 'element']

/**
 * Writes everything in generated/ from the contract and from Adyen's document. The same documents always give the same
 * bytes.
 */
export async function generate(folder: string): Promise<void> {
  const { document, catalogue } = shapeDocument(await compileContract())
  const asSent = acceptNulls(document)
  const published = openReplies(asSent)
  // Only the published document is open: our own types must still refuse a value that the contract does not list.
  const files = {
    'openapi.json': `${JSON.stringify(published, null, 2)}\n`,
    'merchant-api.json': `${JSON.stringify(merchantDocument(published, releasedDocuments()), null, 2)}\n`,
    'types.ts': await writeTypes(asSent),
    'operations.ts': writeOperations(document),
    'rules.ts': writeRules(asSent),
    'errors.ts': writeErrors(catalogue),
    'event-examples.ts': writeEventExamples(document),
    'sdk-version.ts': await writeSdkVersion(),
    'sdk-types.ts': await writeSdkTypes(asSent, catalogue),
    'sdk-resources.ts': writeSdkResources(asSent),
    'adyen-checkout.ts': await writeAdyenTypes(),
  }
  await mkdir(folder, { recursive: true })
  const write = (name: string, text: string): Promise<void> => writeFile(`${folder}/${name}`, text)
  await Promise.all(Object.entries(files).map(([name, text]) => write(name, text)))
  // The sources of the package import the types above from the project's own folder.
  await write('sdk-declarations.json', writeSdkDeclarations(sdkEntries))
}

async function writeTypes(document: Document): Promise<string> {
  const source = JSON.parse(JSON.stringify(document)) as Parameters<typeof openapiTs>[0]
  const nodes = await openapiTs(source, { defaultNonNullable: false, alphabetize: false })
  return `${banner}\n${astToString(nodes)}`
}

/** The package has only its version, and not all of `package.json`. */
async function writeSdkVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../sdk/package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return `${banner}\nexport const version = '${version}'\n`
}

if (import.meta.main) {
  await generate(process.argv[2] ?? fileURLToPath(new URL('../../generated', import.meta.url)))
}
