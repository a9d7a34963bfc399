import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npm run test:slow -- [--runs N] [--jobs N] [FILES]
//
// Runs the tests again and again as on a slow machine, because a test must not fail there. All processes of a run
// share half of one processor, where Linux lets this process limit them, and otherwise compete with busy loops. Where a
// C compiler is installed, each `fsync` takes 20 ms longer, as on a slow disk: this slows the durable databases of
// tests, and not the throw-away one, which never calls it. A failure is a defect of the test or of the product.

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Half of one processor. */
const quota = { usedMicroseconds: 50_000, periodMicroseconds: 100_000 }

const fsyncDelayMs = 20

/** A file takes that much longer than on the machine that the limit of a run was chosen for. */
const fileSeconds = 1_800

interface Slowness {
  readonly about: string
  /** Slows a process that has just started, and every process that it starts. */
  slow(child: ChildProcess): void
  end(): void
}

/** The folder of a new group of processes with the quota, or null where this process may not make one. */
function limitedGroup(): { readonly folder: string; readonly tasks: string } | null {
  const name = `servicepay-slow-${randomUUID()}`
  const { usedMicroseconds, periodMicroseconds } = quota
  const versions = [
    {
      folder: join('/sys/fs/cgroup/cpu', name),
      tasks: 'cgroup.procs',
      limits: { 'cpu.cfs_period_us': String(periodMicroseconds), 'cpu.cfs_quota_us': String(usedMicroseconds) },
    },
    {
      folder: join('/sys/fs/cgroup', name),
      tasks: 'cgroup.procs',
      limits: { 'cpu.max': `${String(usedMicroseconds)} ${String(periodMicroseconds)}` },
    },
  ]
  for (const { folder, tasks, limits } of versions) {
    const [file = ''] = Object.keys(limits)
    try {
      mkdirSync(folder)
      if (!existsSync(join(folder, file))) throw new Error(`no ${file}`)
      for (const [name, value] of Object.entries(limits)) writeFileSync(join(folder, name), value)
      return { folder, tasks: join(folder, tasks) }
    } catch {
      removeGroup(folder)
    }
  }
  return null
}

function removeGroup(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It was never made, or a process that outlives the run is still in it.
  }
}

function slowness(): Slowness {
  const group = limitedGroup()
  if (group)
    return {
      about: 'all processes share half of a processor',
      slow: ({ pid }) => writeFileSync(group.tasks, String(pid)),
      end: () => removeGroup(group.folder),
    }
  const loops = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return {
    about: 'without a limit for processes: three busy loops on each processor, and the lowest priority',
    slow: ({ pid }) => execFileSync('renice', ['-n', '19', '-p', String(pid)], { stdio: 'ignore' }),
    end: () => loops.forEach((loop) => loop.kill('SIGKILL')),
  }
}

/** The service starts PostgreSQL with an environment of its own, so the library adds itself to each new program. */
const delayedFsync = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>
static int (*next_fsync)(int), (*next_fdatasync)(int);
static int (*next_execvpe)(const char *, char *const[], char *const[]);
static char own[4096] = "LD_PRELOAD=";
extern char **environ;
__attribute__((constructor)) static void begin(void) {
  Dl_info info;
  next_fsync = dlsym(RTLD_NEXT, "fsync");
  next_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  next_execvpe = dlsym(RTLD_NEXT, "execvpe");
  if (dladdr((void *)begin, &info)) strncat(own, info.dli_fname, sizeof own - strlen(own) - 1);
}
int fsync(int file) { usleep(DELAY); return next_fsync(file); }
int fdatasync(int file) { usleep(DELAY); return next_fdatasync(file); }
int execvp(const char *file, char *const words[]) {
  int count = 0, kept = 0;
  while (environ[count]) count++;
  char *variables[count + 2];
  for (int at = 0; at < count; at++)
    if (strncmp(environ[at], "LD_PRELOAD=", 11) != 0) variables[kept++] = environ[at];
  variables[kept++] = own;
  variables[kept] = 0;
  return next_execvpe(file, words, variables);
}
`

/** The library that makes a disk slow, or null without a C compiler. */
function slowDisk(folder: string): string | null {
  const [source, library] = [join(folder, 'fsync.c'), join(folder, 'fsync.so')]
  // The system user of PostgreSQL reads it too.
  chmodSync(folder, 0o755)
  writeFileSync(source, delayedFsync)
  try {
    execFileSync(
      'cc',
      ['-shared', '-fPIC', '-O2', `-DDELAY=${String(fsyncDelayMs * 1000)}`, '-o', library, source, '-ldl'],
      { stdio: 'ignore' },
    )
    return library
  } catch {
    return null
  }
}

/** Runs the tests once and returns whether all passed. The shell waits until it is slowed, and becomes the run. */
function run(words: readonly string[], environment: NodeJS.ProcessEnv, { slow }: Slowness): Promise<boolean> {
  const script = 'read -r go && exec "$@"'
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, 'test/support/run/main.ts', ...words], {
    cwd: root,
    env: environment,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  slow(child)
  child.stdin.end('go\n')
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

const { values, positionals: files } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, jobs: { type: 'string' } },
  allowPositionals: true,
})
const runs = Number(values.runs)
const folder = mkdtempSync(join(tmpdir(), 'servicepay-slow-'))
const disk = slowDisk(folder)
const slowed = slowness()
process.once('exit', () => {
  slowed.end()
  rmSync(folder, { recursive: true, force: true })
})
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))
console.log(`# ${slowed.about}`)
console.log(
  disk ? `# each fsync takes ${String(fsyncDelayMs)} ms longer` : '# fsync is not slower: there is no C compiler',
)

let green = 0
for (let count = 1; count <= runs; count += 1) {
  console.log(`# run ${String(count)} of ${String(runs)}`)
  const environment = {
    TEST_FILE_SECONDS: String(fileSeconds),
    ...process.env,
    ...(values.jobs !== undefined && { TEST_JOBS: values.jobs }),
    ...(disk && { LD_PRELOAD: disk }),
  }
  if (await run(files, environment, slowed)) green += 1
}
console.log(`${String(green)} of ${String(runs)} runs were green`)
process.exit(green === runs ? 0 : 1)
