import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { BackupContext } from '../../../src/service/operations/backup/backup-context.ts'
import { clusterBackups } from '../../../src/service/operations/backup/backup-folder.ts'
import { drillRestore } from '../../../src/service/operations/backup/drill-restore.ts'
import { generateBackupKey } from '../../../src/service/operations/backup/generate-backup-key.ts'
import { shipSegments } from '../../../src/service/operations/backup/ship-segments.ts'
import { takeBackup } from '../../../src/service/operations/backup/take-backup.ts'
import { openForBackup } from '../../../src/service/db/backup/base-backup.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { archivingSettings } from '../../../src/service/db/embedded/archiving.ts'
import { type Cluster, openCluster } from '../../../src/service/db/embedded/cluster.ts'
import { migrateDatabase } from '../../../src/service/db/migrate.ts'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'
import { startBeating } from './beat.ts'
import { fillScans } from './fill-scans.ts'

/** Interval of the service. */
const shipEveryMs = 60_000
const segmentMB = 16.777_216

export interface BackupDrillSize {
  readonly databaseMB: number
  /** Log that is written after the base backup. */
  readonly logMB: number
  /** Time with commits before the machine is lost, in minutes. */
  readonly beatMinutes: number
}

/** What a drill of `assay backup` measured. */
export interface BackupDrill {
  readonly clusterMB: number
  /** Size of the base backup in its folder. */
  readonly storedMB: number
  readonly backupSeconds: number
  /** CPU time of Assay for the base backup, without that of PostgreSQL. */
  readonly backupCpuSeconds: number
  readonly replayedMB: number
  /** Total time of the restore, and the time of its phases. */
  readonly seconds: number
  readonly phaseSeconds: { readonly base: number; readonly log: number; readonly check: number }
  /** CPU time of Assay to verify, decrypt, and unpack the base backup. */
  readonly filesCpuSeconds: number
  /** Age of the newest restored commit at the moment when the machine was lost. */
  readonly lostSeconds: number
}

/** Fills an embedded cluster, backs it up, lets clients commit until the machine is lost, and restores the backup. */
export async function drillAssayBackup(
  size: BackupDrillSize,
  onProgress: (sentence: string) => void,
): Promise<BackupDrill> {
  const home = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    await using cluster = await openCluster({
      dataDir: join(home, 'data'),
      settings: { ...archivingSettings, max_wal_size: '4GB' },
    })
    await migrateDatabase(cluster.url)
    return await drillCluster(cluster, join(home, 'backups'), size, onProgress)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function drillCluster(
  cluster: Cluster,
  folder: string,
  { databaseMB, logMB, beatMinutes }: BackupDrillSize,
  onProgress: (sentence: string) => void,
): Promise<BackupDrill> {
  await using client = openDatabase(cluster.url, { maxConnections: 2, applicationName: 'bench' })
  const { identity, recipient } = await generateBackupKey()
  const context: BackupContext = {
    folder,
    recipient,
    keptDays: 14,
    clusterFolder: cluster.dataFolder,
    databaseUrl: cluster.url,
    secret: 'visibly-fake-master-key-of-a-bench',
  }
  onProgress(`writing ${databaseMB} MB`)
  await fillScans(client.sql, { megabytes: databaseMB, of: 'database' })
  onProgress('base backup')
  const [startedAt, cpuBefore] = [performance.now(), cpuSecondsSoFar()]
  const { manifest } = await takeBackup(context, () => new Date())
  const backupSeconds = (performance.now() - startedAt) / 1_000
  const backupCpuSeconds = cpuSecondsSoFar() - cpuBefore
  await fillScans(client.sql, { megabytes: logMB, of: 'log' })
  const backups = clusterBackups(folder, await systemIdentifier(cluster))
  await beatUntilLost(client.sql, beatMinutes, () => shipSegments(context, backups))
  const cpuBeforeRestore = cpuSecondsSoFar()
  let cpuAfterFiles: number | undefined
  const drill = await drillRestore(
    {
      folder,
      identity,
      onProgress(sentence) {
        if (/^(?:Bringing|Replaying) /.test(sentence)) cpuAfterFiles ??= cpuSecondsSoFar()
        onProgress(sentence)
      },
    },
    new Date(),
  )
  if (drill.state.broken.length > 0) throw new Error(drill.state.broken.join('\n'))
  if (drill.lostSeconds === undefined) throw new Error('nothing was replayed')
  return {
    clusterMB: manifest.clusterBytes / 1e6,
    storedMB: manifest.cluster.bytes / 1e6,
    backupSeconds,
    backupCpuSeconds,
    replayedMB: drill.segments * segmentMB,
    seconds: drill.seconds,
    phaseSeconds: drill.phaseSeconds,
    filesCpuSeconds: (cpuAfterFiles ?? Number.NaN) - cpuBeforeRestore,
    lostSeconds: drill.lostSeconds,
  }
}

/** Commits while the log is copied every minute. Resolves at the end of such a minute, when the loss is largest. */
async function beatUntilLost(sql: Sql, beatMinutes: number, ship: () => Promise<number>): Promise<void> {
  await using _ = await startBeating(sql)
  await ship()
  for (let minute = 1; minute <= beatMinutes; minute += 1) {
    await pause(shipEveryMs)
    if (minute < beatMinutes) await ship()
  }
}

/** Returns the CPU time of this process, with its threads and its ended child processes. */
function cpuSecondsSoFar(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + endedChildrenCpuSeconds()
}

async function systemIdentifier(cluster: Cluster): Promise<string> {
  await using running = await openForBackup(cluster.url)
  return running.systemIdentifier
}
