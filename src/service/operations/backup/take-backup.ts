import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openForBackup, type RunningCluster } from '../../db/backup/base-backup.ts'
import { archiveFolder } from '../../db/embedded/archiving.ts'
import { awaitBackupTurn, type BackupTurn } from './await-backup-turn.ts'
import { BackupError } from './backup-error.ts'
import type { BackupContext } from './backup-context.ts'
import { archivedLog, clusterBackups, makeBackupFolder, removeDrafts } from './backup-folder.ts'
import { packCluster } from './cluster-archive.ts'
import { resolveClusterFolder } from './cluster-folder.ts'
import type { Manifest, Secrets } from './manifest.ts'
import { refuseUnrestorable } from './refuse-unrestorable.ts'
import { refuseWithoutLog } from './refuse-without-log.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { flushFolder, sealInto, UnreadableCopyError } from './sealed-files.ts'
import { shipSegments } from './ship-segments.ts'

export interface TakenBackup {
  readonly path: string
  readonly manifest: Manifest
  readonly removed: number
  /** Damaged existing backups, as one sentence each. */
  readonly damaged: readonly string[]
}

/**
 * Creates a base backup of the running cluster: its packed, compressed, and encrypted files, the required secrets, and
 * the log up to its end. The backup gets its final name when everything is on disk. Only one backup runs at a time, so
 * this waits for a backup of another process. Throws a BackupError that includes a solution.
 */
export async function takeBackup(named: BackupContext, now: () => Date, turn: BackupTurn = {}): Promise<TakenBackup> {
  const context = { ...named, clusterFolder: await resolveClusterFolder(named.clusterFolder) }
  const secretsKept = secretsOf(context)
  await refuseCluster(context, secretsKept)
  using _ = await awaitBackupTurn(context.clusterFolder, turn)
  // Opened after the wait, because the server may have restarted in the meantime.
  await using cluster = await openForBackup(context.databaseUrl)
  const backups = clusterBackups(context.folder, cluster.systemIdentifier)
  await makeBackupFolder(archivedLog(backups))
  await removeDrafts(backups)
  // Without this folder, the server could not archive, and the backup would never end.
  archiveFolder(context.clusterFolder)
  const startedAt = now().toISOString()
  const draft = join(backups, `draft-${randomBytes(6).toString('hex')}`)
  await makeBackupFolder(draft)
  const secrets = await sealInto(
    join(draft, 'secrets.zst.age'),
    Readable.from([Buffer.from(JSON.stringify(secretsKept))]),
    context.recipient,
  )
  const packed = await packTwiceAtMost(cluster, context, join(draft, 'cluster.tar.zst.age'))
  await shipSegments(context, backups)
  const manifest: Manifest = {
    format: 1,
    startedAt,
    finishedAt: now().toISOString(),
    postgresVersion: cluster.version,
    secrets,
    ...packed,
  }
  await refuseWithoutLog(manifest, draft, backups)
  await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await flushFolder(draft)
  const path = join(backups, `base-${manifest.finishedAt.replaceAll(/[:.]/g, '-')}`)
  await rename(draft, path)
  await flushFolder(backups)
  const damaged: string[] = []
  const removed = await removeOldBackups(context, backups, now(), (sentence) => damaged.push(sentence))
  return { path, manifest, removed, damaged }
}

/** Throws a BackupError if this cluster cannot be backed up, before any wait for another backup. */
async function refuseCluster(
  { clusterFolder, databaseUrl, databaseSetting }: BackupContext,
  secrets: Secrets,
): Promise<void> {
  await using cluster = await openForBackup(databaseUrl)
  if (!cluster.isArchived)
    throw new BackupError(
      'The database runs without archiving its log. It was started before ASSAY_BACKUP_DIR was set: stop ' +
        'all processes of Assay and start them again.',
    )
  await refuseUnrestorable(cluster, clusterFolder, secrets.databasePassword, databaseSetting)
}

/** Packs the cluster, and packs it a second time if the copy cannot be read back, because backups run unattended. */
async function packTwiceAtMost(...parameters: Parameters<typeof packRunning>): ReturnType<typeof packRunning> {
  try {
    return await packRunning(...parameters)
  } catch (error) {
    if (!(error instanceof UnreadableCopyError)) throw error
    return await packRunning(...parameters)
  }
}

async function packRunning(
  cluster: RunningCluster,
  { clusterFolder, recipient }: BackupContext,
  file: string,
): Promise<Pick<Manifest, 'startPoint' | 'stopPoint' | 'timeline' | 'clusterBytes' | 'cluster'>> {
  const startPoint = await cluster.beginBackup('assay')
  const archive = packCluster(clusterFolder)
  const sealing = sealInto(file, archive.content, recipient)
  sealing.catch(() => {})
  await Promise.race([archive.packed, sealing.then(() => archive.packed)])
  const { stopPoint, label } = await cluster.endBackup()
  archive.finish(label)
  return {
    startPoint,
    stopPoint,
    timeline: timelineOfLabel(label) ?? cluster.timeline,
    clusterBytes: archive.bytes(),
    cluster: await sealing,
  }
}

/**
 * Returns the timeline in the backup label. The server would report the timeline of the last checkpoint, which may be
 * the previous one just after a restore.
 */
function timelineOfLabel(label: string): number | undefined {
  const [, timeline] = /^START TIMELINE: (\d{1,10})$/m.exec(label) ?? []
  return timeline === undefined ? undefined : Number(timeline)
}

const secretsOf = ({ secret, databaseUrl }: BackupContext): Secrets => ({
  secret,
  databasePassword: decodeURIComponent(new URL(databaseUrl).password),
})
