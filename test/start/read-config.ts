import { readConfig, type Config } from '../../server/config/config.ts'

type Environment = Parameters<typeof readConfig>[0]

export function configOf(environment: Environment): Config {
  const read = readConfig(environment)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  return read.config
}

export function problemsOf(environment: Environment): readonly string[] {
  const read = readConfig(environment)
  return read.kind === 'invalid' ? read.problems : []
}
