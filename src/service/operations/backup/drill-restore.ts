import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup, type Restored, type RestoreRequest } from './restore-backup.ts'

/** What a drill has shown. */
export interface Drill extends Restored {
  /**
   * Seconds between the last transaction that would be there and the beginning of the drill; undefined where none was
   * replayed.
   */
  readonly lostSeconds: number | undefined
  /** How long a database of 10 GB would take at this rate. */
  readonly secondsOfTenGigabytes: number
}

const tenGigabytes = 10e9

/**
 * Restores the newest backup into a folder of its own, which is removed afterwards, and looks through it: what a
 * restore would take, and what would be lost, now.
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
    // Where no ordinary user can enter temporary folders, the cluster was placed elsewhere.
    const elsewhere = await readFile(join(dataDir, 'postgres', 'location'), 'utf8').catch(() => undefined)
    if (elsewhere !== undefined) await rm(elsewhere.trim(), { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}
