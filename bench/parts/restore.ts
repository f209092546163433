import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { type BackupDrill, drillAssayBackup } from './restore/drill-backup.ts'

const databaseMB = Number(process.env['RESTORE_MB'] ?? 1_000)
/** Time with commits before the machine is lost, in minutes. */
const beatMinutes = Number(process.env['RESTORE_BEAT_MINUTES'] ?? 3)

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
    yield* figuresOf(
      await drillAssayBackup(
        { databaseMB, logMB: databaseMB / 2, beatMinutes },
        (sentence) => void process.stderr.write(`restore: ${sentence}\n`),
      ),
    )
  },
}

function* figuresOf({
  clusterMB,
  storedMB,
  backupSeconds,
  backupCpuSeconds,
  replayedMB,
  seconds,
  phaseSeconds: { base, log, check },
  filesCpuSeconds,
  lostSeconds,
}: BackupDrill): Iterable<Measurement> {
  const backup = `base backup of ${Math.round(clusterMB)} MB, stored as ${Math.round(storedMB)} MB`
  yield measurement({ measure: backup, unit: 'MB/s', samples: [clusterMB / backupSeconds] })
  yield measurement({ measure: `${backup}: CPU of Assay`, unit: 's', samples: [backupCpuSeconds] })
  const what = `restore of ${Math.round(clusterMB)} MB with ${Math.round(replayedMB)} MB of log`
  yield measurement({ measure: `${what}, total`, unit: 's', samples: [seconds] })
  yield measurement({
    measure: `${what}: verifying, decrypting, and unpacking the base backup`,
    unit: 'MB/s',
    samples: [clusterMB / base],
  })
  yield measurement({
    measure: `${what}: verifying, decrypting, and unpacking the base backup, CPU of Assay`,
    unit: 's',
    samples: [filesCpuSeconds],
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
  yield measurement({
    measure:
      'data loss if the machine and its disks are lost just before the log is archived, with four commits per ' +
      'second',
    unit: 's',
    samples: [lostSeconds],
    peer: { name: 'limit', median: target.lostSeconds },
  })
}
