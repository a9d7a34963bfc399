import { readFileSync, statSync } from 'node:fs'
import { textOf, type Report, type VariableDescription } from '../domain/variable.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Far more than any secret has. */
const maxBytes = 64 * 1024

/**
 * The environment with the secrets that are in files: for each secret variable, `NAME_FILE` may name a file with its
 * value, because an environment is easier to read than a file. Reports never contain a part of the file.
 */
export function withSecretFiles(
  environment: Environment,
  variables: readonly VariableDescription[],
  report: Report,
): Environment {
  const found: Record<string, string> = {}
  for (const { name, isSecret } of variables) {
    const fileName = `${name}_FILE`
    const path = textOf(environment[fileName])
    if (path === undefined) continue
    if (!isSecret) report(`${fileName} is not a variable of the service: set ${name} itself, which is no secret`)
    else if (textOf(environment[name]) !== undefined) report(`${fileName} and ${name} are both set: remove one of them`)
    else found[name] = contentOf(fileName, path, report)
  }
  return { ...environment, ...found }
}

/** An empty value after a report: the caller does not start then. */
function contentOf(fileName: string, path: string, report: Report): string {
  try {
    const status = statSync(path)
    const text = status.isFile() && status.size <= maxBytes ? readFileSync(path, 'utf8').trim() : null
    if (text === null) report(`${fileName} must name a file of at most ${maxBytes / 1024} KB`)
    if (text === '') report(`${fileName} names an empty file`)
    return text ?? ''
  } catch {
    report(`${fileName} names a file that does not exist or that this user may not read`)
    return ''
  }
}
