import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isPostmasterOf } from './postmaster-file.ts'

/** The servers that this process has started and that have not ended, with their clusters. */
const running = new Map<number, string>()

/** However this process ends, its server must not outlive it. Only SIGKILL leaves it to the next start. */
export function killAtExit(server: ChildProcess, clusterDir: string): void {
  const { pid } = server
  if (pid === undefined) return
  if (running.size === 0) process.on('exit', killAll)
  running.set(pid, clusterDir)
  server.once('exit', () => {
    running.delete(pid)
    if (running.size === 0) process.off('exit', killAll)
  })
}

function killAll(): void {
  for (const [pid, clusterDir] of running) if (isPostmasterOf(pid, clusterDir)) killServer(pid)
}

/**
 * Sends SIGKILL to a server and to the processes of its connections. A connection that hangs would not notice the end
 * of its server, and would keep the next one from starting.
 */
export function killServer(pid: number): void {
  const children = childrenOf(pid)
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** Only Linux has `/proc`. Elsewhere the processes of the connections end by themselves. */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && parentOf(name) === parent ? [Number(name)] : []))
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces and parentheses.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
