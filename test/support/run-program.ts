import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inheritedEnvironment } from './inherited-environment.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program of the project with Node until it ends. The process has no other variables for the service. */
export async function runProgram(words: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, words, {
    env: { ...inheritedEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}
