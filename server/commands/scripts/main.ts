import { webAddress } from '../../../spec/lib/web-address.ts'
import { formAssets } from '../../pages/form/form-assets.ts'
import {
  differenceOf,
  integrityOf,
  paymentPageFiles,
  type PaymentPageFile,
  type Served,
} from '../../pages/payment-page-files.ts'

const helpText = `Lists the scripts and documents of payment pages, with the reason and the SHA-384 of each.

  npm run scripts
  npm run scripts -- https://pay.example

With the address of a running service of the same version, the command fetches each of them from there and compares
content and content security policy. It prints each difference, and exits with code 1 if there is any.
`

const replyWithinMs = 10_000

/** No script or document of payment pages is nearly as large. */
const maxBytes = 1_000_000

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(helpText)
  const [address, ...more] = words
  if (more.length > 0 || (address !== undefined && webAddress(address) === null)) {
    process.stderr.write(
      'Give one complete address, such as https://pay.example. Run `npm run scripts -- --help` for help.\n',
    )
    process.exitCode = 2
    return
  }
  const files = await paymentPageFiles(await formAssets())
  if (address === undefined) process.stdout.write(files.map(described).join('\n'))
  else await compare(files, address.replace(/\/+$/, ''))
}

function described({ path, reason, integrity, policy }: PaymentPageFile): string {
  return `${path}\n  ${reason}\n  ${integrity}\n${policy === null ? '' : `  ${policy}\n`}`
}

async function compare(files: readonly PaymentPageFile[], address: string): Promise<void> {
  let differences = 0
  for (const file of files) {
    const difference = await fetchFile(`${address}${file.path}`).then(
      (served) => differenceOf(file, served),
      (error: unknown) => `cannot be fetched: ${reasonOf(error)}`,
    )
    if (difference === null) continue
    differences += 1
    process.stdout.write(`${address}${file.path} ${difference}\n`)
  }
  if (differences > 0) process.exitCode = 1
  else process.stdout.write(`All ${files.length} scripts and documents of ${address} are those of this version.\n`)
}

/** Fetches as a browser in English does, without following a redirect. */
async function fetchFile(url: string): Promise<Served> {
  const response = await fetch(url, {
    headers: { 'Accept-Language': 'en' },
    redirect: 'manual',
    signal: AbortSignal.timeout(replyWithinMs),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return {
    status: response.status,
    integrity: integrityOf(Buffer.concat(chunks)),
    policy: response.headers.get('content-security-policy'),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

await main(process.argv.slice(2))
