import { randomUUID } from 'node:crypto'
import { hasCode, type StateFolder } from './state-folder.ts'

/** Who holds a lock. */
interface Holder {
  readonly pid: number
  readonly token: string
}

export interface Lock {
  /** False once another process has taken it over. */
  isHeld(): boolean
  release(): void
}

/** Takes a lock, or gives the id of the process that has it. One whose process has died is taken over. */
export function takeLock(folder: StateFolder, name: string): Lock | number {
  const mine: Holder = { pid: process.pid, token: randomUUID() }
  const first = holderIn(folder.writeOnce(name, JSON.stringify(mine)))
  if (first?.token !== mine.token) {
    if (first && isAlive(first.pid)) return first.pid
    folder.write(name, JSON.stringify(mine))
  }
  // Two who find the same dead holder both write: who is not the last one learns it before its next step.
  const isHeld = (): boolean => holderIn(folder.read(name))?.token === mine.token
  return { isHeld, release: () => void (isHeld() && folder.remove(name)) }
}

/** The process that holds a lock at present. */
export function lockedBy(folder: StateFolder, name: string): number | undefined {
  const holder = holderIn(folder.read(name))
  return holder && isAlive(holder.pid) ? holder.pid : undefined
}

function holderIn(text: string | undefined): Holder | undefined {
  try {
    const { pid, token } = JSON.parse(text ?? '') as Partial<Holder>
    return typeof pid === 'number' && typeof token === 'string' ? { pid, token } : undefined
  } catch {
    return undefined
  }
}

/** In a container each start has the same id: a lock of our own number is one of a process before us. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
