import { BenchNotReady, type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { drillPgBackRest } from './pgbackrest/drill.ts'
import { findPgBackRest } from './pgbackrest/program.ts'
import { openStanza } from './pgbackrest/stanza.ts'

const databaseMB = Number(process.env['RESTORE_MB'] ?? 1_000)
/** As in the part `restore`. */
const logMB = databaseMB / 2
const commitMinutes = Number(process.env['RESTORE_BEAT_MINUTES'] ?? 3)
/** As in docs/how-to/backup.md. */
const archiveTimeoutSeconds = 120
const repository = {
  'repo1-cipher-type': 'aes-256-cbc',
  'repo1-cipher-pass': 'visibly-fake-pass-of-a-bench',
  'repo1-retention-full': '2',
  'repo1-bundle': 'y',
  'repo1-block': 'y',
  'compress-type': 'zst',
  'process-max': '2',
  'start-fast': 'y',
}

/** Target: a restore of this size may take 30 minutes and lose one hour, as in the part `restore`. */
const target = { databaseMB: 10_000, logMB: 5_000, minutes: 30, lostSeconds: 3_600 }

/**
 * Measures backups and restores of pgBackRest, with the same content as the part `restore`. `RESTORE_MB` and
 * `RESTORE_BEAT_MINUTES` change its size.
 */
export const pgbackrest: BenchPart = {
  id: 'pgbackrest',
  async *run() {
    const program = await findPgBackRest()
    if (program.file === undefined) throw new BenchNotReady(program.reason)
    await using stanza = await openStanza({ program: program.file, repository, archiveTimeoutSeconds })
    const drill = await drillPgBackRest(
      stanza,
      { databaseMB, logMB, commitSeconds: commitMinutes * 60 },
      (sentence) => void process.stderr.write(`pgbackrest: ${sentence}\n`),
    )
    if (drill.broken.length > 0) throw new Error(drill.broken.join('\n'))
    if (drill.foundCommits !== drill.expectedCommits)
      throw new Error(`Restored ${drill.foundCommits} of ${drill.expectedCommits} commits.`)
    yield* figuresOf(drill)
  },
}

function* figuresOf(drill: Awaited<ReturnType<typeof drillPgBackRest>>): Iterable<Measurement> {
  const { clusterMB, replayedMB, full, incremental, files, replaySeconds, checkSeconds } = drill
  const backup = `full backup of about ${Math.round(drill.databaseMB)} MB while a client commits`
  yield figure(`${backup}, stored as ${Math.round(drill.fullStoredMB)} MB`, 's', full.seconds)
  yield figure(`${backup}: CPU of pgBackRest`, 's', full.cpuSeconds)
  const later = `incremental backup after ${Math.round(drill.logMB)} MB of log`
  yield figure(later, 's', incremental.seconds)
  yield figure(`${later}: CPU of pgBackRest`, 's', incremental.cpuSeconds)
  const what = `restore of ${Math.round(clusterMB)} MB with ${Math.round(replayedMB)} MB of log`
  yield figure(`${what}, total`, 's', files.seconds + replaySeconds + checkSeconds)
  yield figure(`${what}: restoring the files of an incremental backup`, 'MB/s', clusterMB / files.seconds)
  yield figure(`${what}: restoring the files, CPU of pgBackRest`, 's', files.cpuSeconds)
  yield figure(`${what}: fetching and replaying the log`, 'MB/s', replayedMB / replaySeconds)
  yield figure(`${what}: second restore in place, to a point in time`, 's', drill.pointSeconds)
  const minutes =
    (target.databaseMB * ((files.seconds + checkSeconds) / clusterMB) + target.logMB * (replaySeconds / replayedMB)) /
    60
  yield figure(
    `restore of ${target.databaseMB / 1_000} GB with ${target.logMB / 1_000} GB of log, at these rates`,
    'min',
    minutes,
    target.minutes,
  )
  yield figure(
    'data loss if the machine and its disks are lost, with twenty commits per second',
    's',
    drill.lostSeconds,
    target.lostSeconds,
  )
  yield figure('commits lost then', 'commits', drill.lostCommits)
}

function figure(measure: string, unit: string, value: number, limit?: number): Measurement {
  return measurement({
    measure,
    unit,
    samples: [value],
    ...(limit !== undefined && { peer: { name: 'limit', median: limit } }),
  })
}
