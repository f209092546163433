import { BenchNotReady, type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { type DrillResult, drillPgBackRest } from './pgbackrest/drill.ts'
import { findPgBackRest } from './pgbackrest/program.ts'
import { openStanza } from './pgbackrest/stanza.ts'
import { type BackupDrill, drillAssayBackup } from './restore/drill-backup.ts'

const databaseMB = Number(process.env['RESTORE_MB'] ?? 1_000)
/** As in the part `restore`. */
const logMB = databaseMB / 2
const commitMinutes = Number(process.env['RESTORE_BEAT_MINUTES'] ?? 3)
/** As in docs/how-to/backup.md. */
const archiveTimeoutSeconds = 120
const processes = 2
const repository = {
  'repo1-cipher-type': 'aes-256-cbc',
  'repo1-cipher-pass': 'visibly-fake-pass-of-a-bench',
  'repo1-retention-full': '2',
  'repo1-bundle': 'y',
  'repo1-block': 'y',
  'compress-type': 'zst',
  'process-max': String(processes),
  'start-fast': 'y',
}

/** Target: a restore of this size may take 30 minutes and lose one hour, as in the part `restore`. */
const target = { databaseMB: 10_000, logMB: 5_000, minutes: 30, lostSeconds: 3_600 }

/**
 * Measures backups and restores of pgBackRest, and then those of `assay backup` with about as much data. The conditions
 * differ, as the measures say: a client commits during the backups of pgBackRest, and the amounts of data and of log
 * are not equal. `RESTORE_MB` and `RESTORE_BEAT_MINUTES` change the size.
 */
export const pgbackrest: BenchPart = {
  id: 'pgbackrest',
  async *run() {
    const program = await findPgBackRest()
    if (program.file === undefined) throw new BenchNotReady(program.reason)
    const drill = await drillStanza(program.file)
    const today = await drillAssayBackup({ databaseMB, logMB, beatMinutes: commitMinutes }, (sentence) =>
      onProgress(`assay backup: ${sentence}`),
    )
    yield* figuresOf(drill, today)
  },
}

const onProgress = (sentence: string) => void process.stderr.write(`pgbackrest: ${sentence}\n`)

async function drillStanza(program: string): Promise<DrillResult> {
  await using stanza = await openStanza({ program, repository, archiveTimeoutSeconds })
  const drill = await drillPgBackRest(stanza, { databaseMB, logMB, commitSeconds: commitMinutes * 60 }, onProgress)
  if (drill.broken.length > 0) throw new Error(drill.broken.join('\n'))
  if (drill.foundCommits !== drill.expectedCommits)
    throw new Error(`Restored ${drill.foundCommits} of ${drill.expectedCommits} commits.`)
  return drill
}

function* figuresOf(drill: DrillResult, today: BackupDrill): Iterable<Measurement> {
  const { clusterMB, replayedMB, full, incremental, files, replaySeconds, checkSeconds } = drill
  const backup =
    `full backup of about ${Math.round(drill.databaseMB)} MB with ${processes} processes and a client that commits ` +
    `(assay backup: ${Math.round(today.clusterMB)} MB without a client)`
  yield figure(backup, 's', full.seconds, other(today.backupSeconds))
  yield figure(`${backup}: CPU of the program`, 's', full.cpuSeconds, other(today.backupCpuSeconds))
  yield figure('repository after the full backup, with the log so far', 'MB', drill.fullStoredMB)
  yield figure('base backup of assay backup, without log', 'MB', today.storedMB)
  const later = `incremental backup after ${Math.round(drill.logMB)} MB of log`
  yield figure(later, 's', incremental.seconds)
  yield figure(`${later}: CPU of pgBackRest`, 's', incremental.cpuSeconds)
  const what =
    `restore of ${Math.round(clusterMB)} MB with ${Math.round(replayedMB)} MB of log and ${processes} processes ` +
    `(assay backup: ${Math.round(today.clusterMB)} MB with ${Math.round(today.replayedMB)} MB)`
  yield figure(`${what}, total`, 's', files.seconds + replaySeconds + checkSeconds, other(today.seconds))
  yield figure(`${what}: files`, 'MB/s', clusterMB / files.seconds, other(today.clusterMB / today.phaseSeconds.base))
  yield figure(`${what}: files, CPU of the program`, 's', files.cpuSeconds, other(today.filesCpuSeconds))
  yield figure(
    `${what}: fetching and replaying the log`,
    'MB/s',
    replayedMB / replaySeconds,
    other(today.replayedMB / today.phaseSeconds.log),
  )
  yield figure(`${what}: second restore in place, to a point in time`, 's', drill.pointSeconds)
  yield figure(
    `restore of ${target.databaseMB / 1_000} GB with ${target.logMB / 1_000} GB of log and ${processes} processes, ` +
      'at these rates',
    'min',
    (target.databaseMB * ((files.seconds + checkSeconds) / clusterMB) + target.logMB * (replaySeconds / replayedMB)) /
      60,
    { name: 'limit', median: target.minutes },
  )
  yield figure(
    'data loss if the machine and its disks are lost, with twenty commits per second',
    's',
    drill.lostSeconds,
    {
      name: 'limit',
      median: target.lostSeconds,
    },
  )
  yield figure('commits lost then', 'commits', drill.lostCommits)
}

/** The figure of `assay backup` in the same run. */
const other = (median: number) => ({ name: 'assay backup', median })

function figure(
  measure: string,
  unit: string,
  value: number,
  peer?: { readonly name: string; readonly median: number },
): Measurement {
  return measurement({ measure, unit, samples: [value], peer })
}
