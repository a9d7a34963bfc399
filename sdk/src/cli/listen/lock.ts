import { randomUUID } from 'node:crypto'
import { hasCode, type StateFolder } from '../state-folder.ts'

/** How often the holder of a lock touches its file. */
const touchMilliseconds = 2_000

/** An untouched lock of this age is free, even if a process has the id of its holder. */
const staleMilliseconds = 15_000

/** The process that holds a lock. */
interface Holder {
  readonly pid: number
  readonly token: string
}

export interface Lock {
  /** False once another process has taken it over. */
  isHeld(): boolean
  release(): void
}

/** Takes a lock, or returns the id of the running process that holds it. Takes over the lock of a dead process. */
export function takeLock(folder: StateFolder, name: string): Lock | number {
  const mine: Holder = { pid: process.pid, token: randomUUID() }
  const first = holderIn(folder.writeOnce(name, JSON.stringify(mine)))
  if (first?.token !== mine.token) {
    if (first && isAlive(folder, name, first)) return first.pid
    folder.write(name, JSON.stringify(mine))
  }
  // Two processes that find the same dead holder both write. The first one to write notices it in `isHeld`.
  const isHeld = (): boolean => holderIn(folder.read(name))?.token === mine.token
  const touch = (): void => void (isHeld() && folder.touch(name))
  const touching = setInterval(touch, touchMilliseconds).unref()
  const release = (): void => {
    clearInterval(touching)
    if (isHeld()) folder.remove(name)
  }
  return { isHeld, release }
}

/** The id of the running process that holds a lock. */
export function lockedBy(folder: StateFolder, name: string): number | undefined {
  const holder = holderIn(folder.read(name))
  return holder && isAlive(folder, name, holder) ? holder.pid : undefined
}

function holderIn(text: string | undefined): Holder | undefined {
  try {
    const { pid, token } = JSON.parse(text ?? '') as Partial<Holder>
    return typeof pid === 'number' && typeof token === 'string' ? { pid, token } : undefined
  } catch {
    return undefined
  }
}

/**
 * After a crash the system may give the holder's id to another process, which does not touch the file. In a container
 * every start has the same process id, so a lock with this process's id belongs to an earlier start.
 */
function isAlive(folder: StateFolder, name: string, { pid }: Holder): boolean {
  if (pid === process.pid || folder.age(name) > staleMilliseconds) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
