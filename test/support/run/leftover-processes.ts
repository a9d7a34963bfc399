import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Time for a process to end by itself: the watchdog of a database removes files in it. */
const graceMilliseconds = 1_500

/**
 * Ends every process that carries `name=value` in its environment, other than this one: browsers, servers and databases
 * that a killed test left behind, in whatever process group they are. Returns their command lines. Linux only;
 * elsewhere there is nothing to read and nothing is done.
 */
export async function endLeftovers(name: string, value: string): Promise<string[]> {
  if (find(name, value).length > 0) await pause(graceMilliseconds)
  const left = find(name, value)
  const commands = left.map((pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim())
  for (const pid of left) signal(pid, 'SIGTERM')
  if (left.length > 0) await pause(graceMilliseconds)
  for (const pid of find(name, value)) signal(pid, 'SIGKILL')
  return commands
}

function find(name: string, value: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
  return pids.filter(
    (pid) => pid !== process.pid && read(`/proc/${pid}/environ`).split('\0').includes(`${name}=${value}`),
  )
}

/** Empty when the process has ended, or belongs to another user. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in the meantime.
  }
}
