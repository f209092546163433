import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupContext } from '../../src/service/operations/backup/backup-context.ts'
import { clusterBackups } from '../../src/service/operations/backup/backup-folder.ts'
import { drillRestore } from '../../src/service/operations/backup/drill-restore.ts'
import { generateBackupKey } from '../../src/service/operations/backup/generate-backup-key.ts'
import { shipSegments } from '../../src/service/operations/backup/ship-segments.ts'
import { takeBackup } from '../../src/service/operations/backup/take-backup.ts'
import { openForBackup } from '../../src/service/db/backup/base-backup.ts'
import { openDatabase } from '../../src/service/db/client.ts'
import { archivingSettings } from '../../src/service/db/embedded/archiving.ts'
import { type Cluster, openCluster } from '../../src/service/db/embedded/cluster.ts'
import { migrateDatabase } from '../../src/service/db/migrate.ts'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { startBeating } from './restore/beat.ts'
import { fillScans } from './restore/fill-scans.ts'

const databaseMB = Number(process.env['RESTORE_MB'] ?? 1_000)
const logMB = databaseMB / 2
/** Time with commits before the machine is lost, in minutes. */
const beatMinutes = Number(process.env['RESTORE_BEAT_MINUTES'] ?? 3)
/** Interval of the service. */
const shipEveryMs = 60_000
const segmentMB = 16.777_216

/**
 * Target: a restore of this size may take 30 minutes and lose one hour. The log has the size of six busy hours after a
 * base backup.
 */
const target = { databaseMB: 10_000, logMB: 5_000, minutes: 30, lostSeconds: 3_600 }

/**
 * Measures the base backup, restore, and data loss of a cluster with scans and findings. `RESTORE_MB` changes the size,
 * and `RESTORE_BEAT_MINUTES` the time before the machine is lost, for experiments.
 */
export const restore: BenchPart = {
  id: 'restore',
  async *run() {
    const home = mkdtempSync(join(tmpdir(), 'assay-bench-'))
    try {
      await using cluster = await openCluster({
        dataDir: join(home, 'data'),
        settings: { ...archivingSettings, max_wal_size: '4GB' },
      })
      await migrateDatabase(cluster.url)
      yield* measureBackups(cluster, join(home, 'backups'))
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

async function* measureBackups(cluster: Cluster, folder: string): AsyncIterable<Measurement> {
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
  await fillScans(client.sql, { megabytes: databaseMB, of: 'database' })
  const startedAt = performance.now()
  const { manifest } = await takeBackup(context, () => new Date())
  const clusterMB = manifest.clusterBytes / 1e6
  yield measurement({
    measure: `base backup of ${Math.round(clusterMB)} MB, stored as ${Math.round(manifest.cluster.bytes / 1e6)} MB`,
    unit: 'MB/s',
    samples: [clusterMB / ((performance.now() - startedAt) / 1_000)],
  })
  await fillScans(client.sql, { megabytes: logMB, of: 'log' })
  const backups = clusterBackups(folder, await systemIdentifier(cluster))
  await beatUntilLost(client.sql, () => shipSegments(context, backups))
  yield* judgeDrill({ folder, identity }, clusterMB)
}

/** Commits while the log is copied every minute. Resolves at the end of such a minute, when the loss is largest. */
async function beatUntilLost(sql: Parameters<typeof startBeating>[0], ship: () => Promise<number>): Promise<void> {
  await using _ = await startBeating(sql)
  await ship()
  for (let minute = 1; minute <= beatMinutes; minute += 1) {
    await pause(shipEveryMs)
    if (minute < beatMinutes) await ship()
  }
}

async function* judgeDrill(
  from: { readonly folder: string; readonly identity: string },
  clusterMB: number,
): AsyncIterable<Measurement> {
  const drill = await drillRestore(
    { ...from, onProgress: (message) => void process.stderr.write(`restore: ${message}\n`) },
    new Date(),
  )
  if (drill.state.broken.length > 0) throw new Error(drill.state.broken.join('\n'))
  const { base, log, check } = drill.phaseSeconds
  const replayedMB = drill.segments * segmentMB
  const what = `restore of ${Math.round(clusterMB)} MB with ${Math.round(replayedMB)} MB of log`
  yield measurement({ measure: `${what}, total`, unit: 's', samples: [drill.seconds] })
  yield measurement({
    measure: `${what}: verifying, decrypting, and unpacking the base backup`,
    unit: 'MB/s',
    samples: [clusterMB / base],
  })
  yield measurement({ measure: `${what}: fetching and replaying the log`, unit: 'MB/s', samples: [replayedMB / log] })
  yield measurement({
    measure: `${what}: reading every table and checking invariants`,
    unit: 'MB/s',
    samples: [clusterMB / check],
  })
  const minutes = (target.databaseMB * ((base + check) / clusterMB) + target.logMB * (log / replayedMB)) / 60
  yield measurement({
    measure: `restore of ${target.databaseMB / 1_000} GB with ${target.logMB / 1_000} GB of log, at these rates`,
    unit: 'min',
    samples: [minutes],
    peer: { name: 'limit', median: target.minutes },
  })
  if (drill.lostSeconds === undefined) throw new Error('nothing was replayed')
  yield measurement({
    measure:
      'data loss if the machine and its disks are lost just before the log is archived, with four commits per ' +
      'second',
    unit: 's',
    samples: [drill.lostSeconds],
    peer: { name: 'limit', median: target.lostSeconds },
  })
}

async function systemIdentifier(cluster: Cluster): Promise<string> {
  await using running = await openForBackup(cluster.url)
  return running.systemIdentifier
}
