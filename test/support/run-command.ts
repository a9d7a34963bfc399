import type { OperatorCommand } from '../../server/commands/operator-command.ts'
import type { Ended } from './run-program.ts'

/** Runs an operator's command in the process of the test, with these variables and no others. */
export async function runCommand(
  command: OperatorCommand,
  environment: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const code = await command({
    args,
    environment,
    input: noInput(),
    output: { write: (text) => (said.stdout += text) },
    errors: { write: (text) => (said.stderr += text) },
    onSignal() {},
  })
  return { code, ...said }
}

async function* noInput(): AsyncGenerator<Uint8Array> {}
