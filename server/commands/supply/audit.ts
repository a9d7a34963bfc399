import { spawn } from 'node:child_process'

export type Audit =
  | { readonly kind: 'clean' }
  | { readonly kind: 'vulnerable'; readonly packages: readonly string[] }
  | { readonly kind: 'skipped'; readonly reason: string }

const withinMs = 120_000

/** Asks the registry which packages that the service runs have known vulnerabilities. */
export async function audit(npm = 'npm', environment: NodeJS.ProcessEnv = process.env): Promise<Audit> {
  const child = spawn(npm, ['audit', '--omit=dev', '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: AbortSignal.timeout(withinMs),
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const problem = await new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(null))
  })
  return problem === null ? auditOf(output) : { kind: 'skipped', reason: problem }
}

/** What npm prints: a report, or why there is none. */
export function auditOf(output: string): Audit {
  const report = parsed(output)
  if (!report?.vulnerabilities || !report.metadata)
    return { kind: 'skipped', reason: report?.message ?? report?.error?.summary ?? 'npm printed no report' }
  const packages = Object.entries(report.vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`)
  return packages.length === 0 ? { kind: 'clean' } : { kind: 'vulnerable', packages }
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
  readonly metadata?: object
  readonly message?: string
  readonly error?: { readonly summary?: string }
}

function parsed(output: string): Report | null {
  try {
    return JSON.parse(output) as Report | null
  } catch {
    return null
  }
}
