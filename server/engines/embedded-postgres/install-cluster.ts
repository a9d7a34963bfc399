import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findPackage, prepareBinaries } from './binaries.ts'
import { writeConfiguration } from './configuration.ts'
import {
  chownCluster,
  inspectCluster,
  openDataDirectory,
  runInitdb,
  syncDirectory,
  unfinishedPrefix,
} from './data-directory.ts'
import { findForeignThings } from './foreign-things.ts'
import { chooseSystemUser } from './system-user.ts'

export { majorVersion } from './data-directory.ts'

export interface ClusterFromElsewhere {
  /** Writes the files of the cluster, without its configuration. */
  fill(cluster: string): Promise<void>
  /** Called with what the cluster contains besides what this program makes. An error ends the installation. */
  judge(foreign: readonly string[]): void
  readonly signal: AbortSignal
}

/**
 * Puts a cluster from elsewhere into an empty data directory, with a configuration of our own. The cluster gets its
 * place as the last step, when its files have reached the disk, so a killed restore leaves nothing that starts.
 */
export async function installCluster(dataDir: string, { fill, judge, signal }: ClusterFromElsewhere): Promise<void> {
  const layout = await openDataDirectory(dataDir)
  const binaries = await prepareBinaries(findPackage(), layout.linkDir)
  if ((await inspectCluster(layout.clusterDir)) === 'present') throw new Error('Bug: the directory has a cluster')
  const workDir = join(layout.dataDir, `${unfinishedPrefix}${randomBytes(6).toString('hex')}`)
  const cluster = join(workDir, 'cluster')
  try {
    await mkdir(workDir, { mode: 0o711 })
    await mkdir(cluster, { mode: 0o700 })
    await fill(cluster)
    await writeConfiguration(cluster)
    const user = chooseSystemUser(layout.clusterDir)
    if (user !== null) await chownCluster(cluster, user)
    judge(await findForeignThings({ binaries, clusterDir: cluster, user, isDurable: false }, signal))
    await runInitdb(binaries, user, cluster, ['--sync-only'])
    await rename(cluster, layout.clusterDir)
    await syncDirectory(layout.dataDir)
  } finally {
    await rm(workDir, { recursive: true, force: true }).catch(() => {})
  }
}
