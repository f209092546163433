import type { App } from './app.ts'
import { baseOf, isBaseDue } from '../operations/backup/is-base-due.ts'
import { shipSegments } from '../operations/backup/ship-segments.ts'
import { takeBackup } from '../operations/backup/take-backup.ts'
import type { Queue } from '../queue/queue.ts'

/** Cron expression: every six hours, not on the hour. */
const backupCron = '17 */6 * * *'
/**
 * Cron expression: every minute. A segment is archived after two minutes and the schedule can be a minute late, so at
 * most five minutes of changes are lost.
 */
const logCron = '* * * * *'

/** Starts the backups of the embedded database if the settings name a backup folder. */
export async function startBackups(
  { backup: wanted, config, log, database: { db } }: App,
  queue: Queue,
): Promise<void> {
  // For another server, one process that can read its files creates the backups, not every worker.
  const backup = config.databaseUrl === undefined ? wanted : undefined
  // Read once, because neither changes while the cluster runs, and the log is copied every minute.
  const base = backup && (await baseOf(backup))
  // Registered even if backups are disabled, so that jobs scheduled under earlier settings do nothing.
  await queue.work('archive-log', async () => {
    if (backup && base) await shipSegments(backup, base.backups)
  })
  await queue.work('back-up-database', async (_payload, { signal }) => {
    if (!backup) return
    const { path, manifest, removed, damaged } = await takeBackup(backup, () => new Date(), {
      signal,
      onWait: (sentence) => log.info(sentence),
    })
    for (const sentence of damaged) log.warn(sentence)
    log.info(
      { path, clusterBytes: manifest.clusterBytes, storedBytes: manifest.cluster.bytes, removed },
      'database backups started',
    )
  })
  if (!base) return
  await queue.schedule('archive-log', logCron, {}, 'all')
  await queue.schedule('back-up-database', backupCron, {}, 'all')
  if (await isBaseDue(base, new Date(), (sentence) => log.error(sentence)))
    await queue.enqueue(db, 'back-up-database', {}, { key: 'all' })
}
