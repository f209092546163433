import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup, type Restored, type RestoreRequest } from './restore-backup.ts'

export interface Drill extends Restored {
  /** Seconds from the last restored transaction to the start of the drill. Undefined if no transaction was replayed. */
  readonly lostSeconds: number | undefined
  /** Extrapolated time to restore a 10 GB database, in seconds. */
  readonly secondsOfTenGigabytes: number
}

const tenGigabytes = 10e9

/**
 * Restores the newest backup into a temporary folder, checks it, and removes the folder. Returns how long a restore
 * would take, and how much data would be lost.
 */
export async function drillRestore(request: Omit<RestoreRequest, 'dataDir'>, now: Date): Promise<Drill> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-drill-'))
  try {
    const restored = await restoreBackup({ ...request, dataDir })
    const { lastCommitAt, bytes } = restored.state
    return {
      ...restored,
      lostSeconds: lastCommitAt && Math.max(0, (now.getTime() - lastCommitAt.getTime()) / 1_000),
      secondsOfTenGigabytes: (restored.seconds * tenGigabytes) / Math.max(bytes, 1),
    }
  } finally {
    // If no unprivileged user can access temporary folders, the cluster is in another folder.
    const elsewhere = await readFile(join(dataDir, 'postgres', 'location'), 'utf8').catch(() => undefined)
    if (elsewhere !== undefined) await rm(elsewhere.trim(), { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}
