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

/** Another process of this installation may be at it. */
const lockTimeoutMs = 10 * 60_000

/**
 * Brings the segments of the log that the server has put out to the backups, oldest first, encrypted; each leaves the
 * machine's own folder only when it is on the other's disk. What is interrupted is done again. Resolves to how many
 * there were. Throws a BackupError when the folder of the backups does not take them.
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
