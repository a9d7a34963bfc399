import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Base, Test } from 'tap'
import { loadForFile } from './file-modules.ts'
import { freeServices, stopFreeServices } from '../free-services.ts'
import { chooseTimeouts } from '../time-outs.ts'
import { waitedFor } from '../until.ts'

// Runs test files one after the other, as the runner names them, so that the server's modules load once for many files.
// Prints TAP; the line of totals ends each file.

/** The runner sets it for every file; without a runner no file is ended. */
const timeoutMs = Number(process.env['TAP_TIMEOUT'] ?? 0) * 1000

// Only after file-modules.ts, which replaces a part of tap.
const { default: tap, Test: TapTest } = await import('tap')

// The root test of this process runs nothing: it must not time out while the roots of the files run.
tap.setTimeout(0)

async function runFile(file: string): Promise<void> {
  process.stdout.write(`# ${file}\n`)
  chooseTimeouts(file)
  const before = countResources()
  const options: ConstructorParameters<typeof TapTest>[0] = {
    name: file,
    cb: () => loadForFile(file, root),
  }
  const root: Test = new TapTest(options)
  endAfterFailedBefore(root)
  const stopCatching = catchFor(root)
  root.on('data', (chunk) => process.stdout.write(chunk))
  // Not tap's own timer, whose message would not say what the file waits for.
  const timer = timeoutMs > 0 ? setTimeout(() => endFile(root), timeoutMs).unref() : undefined
  await new Promise<void>((ended) => {
    root.runMain(ended)
  })
  clearTimeout(timer)
  const left = root.passing() ? await resourcesLeft(before) : null
  const counts = root.counts.toJSON()
  if (left !== null)
    process.stdout.write(`not ok - the file leaves this open, which keeps its process alive: ${left}\n`)
  stopCatching()
  const totals = left === null ? counts : { ...counts, total: root.counts.total + 1, fail: root.counts.fail + 1 }
  process.stdout.write(`# ${inspect(totals)}\n`)
}

/**
 * A file whose `before` fails ends with that failure. tap's own handling ends the test from within the wait for
 * `before`, which loses the wait for a teardown that takes time, and then the file never ends.
 */
function endAfterFailedBefore(root: Test): void {
  const before = root.before.bind(root)
  root.before = (prepare) =>
    before(async () => {
      try {
        await prepare.call(root)
      } catch (error) {
        root.subtests.length = 0
        root.queue.splice(0, root.queue.length, () => root.threw(error))
      }
    })
}

/** Fails the test that runs when its file has taken too long. */
function endFile(root: Test): void {
  const expired = root.name
  const waits = waitedFor()
  root.timeout({ expired, message: waits.length === 0 ? 'timeout!' : `timeout! It waits for: ${waits.join('; ')}` })
}

/** Fails the test that runs when an error is thrown that no code catches. */
function catchFor(root: Test): () => void {
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const listeners = events.map((event) => {
    const listener = (error: unknown): void => {
      running(root).threw(
        Object.assign(error instanceof Error ? error : new Error(inspect(error)), { tapCaught: event }),
      )
    }
    process.on(event, listener)
    return () => process.off(event, listener)
  })
  return () => listeners.forEach((remove) => remove())
}

/** The innermost test that has begun and not ended. */
function running(test: Base): Base {
  const inner = test instanceof TapTest ? [...test.activeSubtests].at(-1) : undefined
  return inner === undefined ? test : running(inner)
}

/**
 * Null when everything that the file opened has closed. It waits as long as a whole file may take, because a busy
 * machine closes slowly.
 */
async function resourcesLeft(before: ReadonlyMap<string, number>): Promise<string | null> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const left = [...countResources()].filter(([name, count]) => count > (before.get(name) ?? 0))
    if (left.length === 0) return null
    if (timeoutMs > 0 && performance.now() > deadline) return left.map(([name]) => name).join(', ')
    await pause(10)
  }
}

/** What a free service keeps open: its port, and connections and timers that come and go. */
const ofServices = new Set(['TCPSocketWrap', 'Timeout'])

/**
 * What keeps this process alive, by kind, apart from the free services. While there are any, a connection or a timer
 * that a file leaves open shows only at the end of the worker, which then does not end.
 */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (freeServices.length === 0) return counts
  for (const name of ofServices) counts.delete(name)
  return counts.set('TCPServerWrap', (counts.get('TCPServerWrap') ?? 0) - freeServices.length)
}

/** How long to wait for timers that a stopped service has left. The product's time-outs last minutes in tests. */
const lastTimersMs = 10_000

/** Ends the process by itself. Only timers do not keep it: whatever else is left open, the runner reports. */
async function end(): Promise<void> {
  await stopFreeServices()
  process.disconnect()
  setTimeout(() => {
    if (process.getActiveResourcesInfo().every((name) => name === 'Timeout' || name === 'PipeWrap')) process.exit()
  }, lastTimersMs).unref()
}

// The runner sends the path of the next file, or null when there is none.
process.on('message', ({ file }: { file: string | null }) => {
  if (file === null) void end()
  else void runFile(file)
})
