import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archiveFolder } from '../../db/embedded/archiving.ts'
import { acquireLock } from '../../db/embedded/exclusive-lock.ts'
import { BackupError } from './backup-error.ts'
import type { BackupContext } from './backup-context.ts'
import { archivedLog, makeBackupFolder, namesIn, sealedEnding } from './backup-folder.ts'
import { resolveClusterFolder } from './cluster-folder.ts'
import { flushFolder, sealInto } from './sealed-files.ts'

/** Maximum time to wait for another process of this installation that copies segments. */
const lockTimeoutMs = 10 * 60_000

/**
 * Copies archived log segments to the backups, encrypted and oldest first. Deletes a segment from the local folder only
 * after its copy has been flushed to disk. Repeats an interrupted copy. Returns the number of segments. Throws a
 * BackupError if the backup folder is not writable.
 */
export async function shipSegments(
  { clusterFolder: named, recipient }: Pick<BackupContext, 'clusterFolder' | 'recipient'>,
  backups: string,
): Promise<number> {
  const clusterFolder = await resolveClusterFolder(named)
  using _ = await acquireLock(join(dirname(clusterFolder), 'shipping.lock'), { timeoutMs: lockTimeoutMs })
  const outbox = archiveFolder(clusterFolder)
  const log = archivedLog(backups)
  await makeBackupFolder(log)
  const names = (await namesIn(outbox)).filter((name) => !name.endsWith('.part'))
  for (const name of names) {
    const target = join(log, `${name}${sealedEnding}`)
    try {
      await sealInto(`${target}.part`, createReadStream(join(outbox, name)), recipient)
      await rename(`${target}.part`, target)
      await flushFolder(log)
    } catch (error) {
      throw new BackupError(
        `The log of the database cannot be archived in ${log}: ${(error as Error).message}. ${names.length} ` +
          `segments wait in ${outbox}, and the database's disk fills up with them.`,
        { cause: error },
      )
    }
    await rm(join(outbox, name))
  }
  return names.length
}
