import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { readRecoveredState } from '../../../src/service/db/backup/recovered-cluster.ts'
import { migrateDatabase } from '../../../src/service/db/migrate.ts'
import { fillScans } from '../restore/fill-scans.ts'
import type { Spent, Stanza } from './stanza.ts'
import { type Counting, startCounting } from './start-counting.ts'

export interface DrillSize {
  /** Size of the database at the full backup. */
  readonly databaseMB: number
  /** Log that is written after the full backup, half of it before the incremental one. */
  readonly logMB: number
  /** Time with commits before the machine is lost, in seconds. */
  readonly commitSeconds: number
}

/** What a drill measured. */
export interface DrillResult {
  /** Size of the data folder at the incremental backup without its log, which backups do not contain, in MB. */
  readonly clusterMB: number
  /** Size that the database had grown by at the full backup, in MB. Larger than requested if the size is small. */
  readonly databaseMB: number
  /** Log that was written between the full and the incremental backup, in MB. */
  readonly logMB: number
  readonly full: Spent
  /** Size of the folder repository after the full backup, with the log so far, in MB. NaN for a remote repository. */
  readonly fullStoredMB: number
  readonly incremental: Spent
  /** Time to restore the files of the newest backup into an empty folder. */
  readonly files: Spent
  /** Time to replay the log after that, until the server accepts writes. */
  readonly replaySeconds: number
  /** Log that was replayed, in MB. */
  readonly replayedMB: number
  /** Time to read every table of the restored database. */
  readonly checkSeconds: number
  /** Broken invariants of the restored database, as one sentence each. */
  readonly broken: readonly string[]
  /** Age of the newest restored commit at the moment when the machine was lost. */
  readonly lostSeconds: number
  /** Commits that were lost. */
  readonly lostCommits: number
  /** Time of a second restore, in place, to the point in time, including the replay. */
  readonly pointSeconds: number
  /** Commits up to the point in time. */
  readonly expectedCommits: number
  /** Commits in the database that was restored to the point in time. */
  readonly foundCommits: number
}

/**
 * Fills the server, backs it up while a client commits, and restores it twice: to its last archived commit, as after
 * the loss of the machine, and to a point in time.
 */
export async function drillPgBackRest(
  stanza: Stanza,
  { databaseMB, logMB, commitSeconds }: DrillSize,
  onProgress: (sentence: string) => void,
): Promise<DrillResult> {
  await migrateDatabase(stanza.primary.url)
  const sql = postgres(stanza.primary.url, { max: 2, onnotice: () => {} })
  try {
    await stanza.run(['--stanza=assay', 'stanza-create'])
    await stanza.run(['--stanza=assay', 'check'])
    onProgress(`writing ${databaseMB} MB`)
    const grownMB = await fillScans(sql, { megabytes: databaseMB, of: 'database' })
    await using commits = await startCounting(sql)
    onProgress('full backup')
    const full = await stanza.run(['--stanza=assay', '--type=full', 'backup'])
    const fullStoredMB = folderMegabytes(join(stanza.folder, 'repository'))
    const loggedMB = await fillScans(sql, { megabytes: logMB / 2, of: 'log' })
    onProgress('incremental backup')
    const incremental = await stanza.run(['--stanza=assay', '--type=incr', 'backup'])
    const { dataFolder } = stanza.primary
    const clusterMB = folderMegabytes(dataFolder) - folderMegabytes(join(dataFolder, 'pg_wal'))
    const fromPoint = await logPosition(sql)
    await fillScans(sql, { megabytes: logMB / 2, of: 'log' })
    const { at: target, commits: expectedCommits } = await commits.moment()
    await pause(commitSeconds * 1_000)
    const { lost, files, newest } = await loseMachine(stanza, commits, onProgress)
    const replayedMB = Number(
      (await sql<{ mb: string }[]>`select ((${newest.endPoint}::pg_lsn - ${fromPoint}::pg_lsn) / 1e6)::text as mb`)[0]
        ?.mb,
    )

    onProgress('restore to a point in time')
    await archiveEverything(sql)
    const startedAt = performance.now()
    await stanza.run([
      '--stanza=assay',
      `--pg1-path=${stanza.restoredFolder}`,
      '--delta',
      '--type=time',
      `--target=${target.toISOString().replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
      'restore',
    ])
    const atPoint = await inspectRestored(stanza)
    return {
      clusterMB,
      databaseMB: grownMB,
      logMB: loggedMB,
      full,
      fullStoredMB,
      incremental,
      files,
      replaySeconds: newest.replaySeconds,
      replayedMB,
      checkSeconds: newest.checkSeconds,
      broken: [...newest.broken, ...atPoint.broken],
      lostSeconds: (lost.at.getTime() - newest.lastCommitAt.getTime()) / 1_000,
      lostCommits: lost.commits - newest.commits,
      pointSeconds: (performance.now() - startedAt) / 1_000 - atPoint.checkSeconds,
      expectedCommits,
      foundCommits: atPoint.commits,
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Restores the last archived commit, while the server can no longer archive. */
async function loseMachine(stanza: Stanza, commits: Counting, onProgress: (sentence: string) => void) {
  using _ = stanza.cutOff()
  const lost = await commits.moment()
  onProgress('restore to the last archived commit')
  const files = await stanza.run(['--stanza=assay', `--pg1-path=${stanza.restoredFolder}`, 'restore'])
  return { lost, files, newest: await inspectRestored(stanza) }
}

/** Starts the restored server, reads its content, and stops it. */
async function inspectRestored(stanza: Stanza) {
  const startedAt = performance.now()
  await using restored = await stanza.openRestored()
  const sql = postgres(restored.url, { max: 1 })
  try {
    await awaitPromotion(sql)
    const replaySeconds = (performance.now() - startedAt) / 1_000
    const state = await readRecoveredState(restored.url)
    const checkSeconds = (performance.now() - startedAt) / 1_000 - replaySeconds
    const [found] = await sql<
      { at: Date; commits: number }[]
    >`select max(at) as at, count(*)::int as commits from bench_commits`
    if (!found) throw new Error('The restored database contains no commits.')
    return {
      replaySeconds,
      checkSeconds,
      broken: state.broken,
      lastCommitAt: found.at,
      commits: found.commits,
      endPoint: await logPosition(sql),
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Waits until the server has replayed its log. It accepts reads long before that. */
async function awaitPromotion(sql: postgres.Sql): Promise<void> {
  for (const until = performance.now() + 30 * 60_000; performance.now() < until; await pause(100)) {
    const [state] = await sql<{ recovering: boolean }[]>`select pg_is_in_recovery() as recovering`
    if (state?.recovering === false) return
  }
  throw new Error('The restored server has not replayed its log within 30 minutes.')
}

async function logPosition(sql: postgres.Sql): Promise<string> {
  return (await sql<{ point: string }[]>`select pg_current_wal_lsn()::text as point`)[0]?.point ?? ''
}

/** Switches to a new segment, and waits until the finished one is archived. */
async function archiveEverything(sql: postgres.Sql): Promise<void> {
  const [{ name = '' } = {}] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
  for (const until = performance.now() + 300_000; performance.now() < until; await pause(100)) {
    const [state] = await sql<{ last: string | null }[]>`select last_archived_wal as last from pg_stat_archiver`
    if ((state?.last ?? '') >= name) return
  }
  throw new Error(`The server has not archived ${name} within five minutes.`)
}

/** Returns the size of all files in a folder, or NaN if it does not exist. Files may disappear meanwhile. */
function folderMegabytes(folder: string): number {
  let bytes = 0
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
    }
  } catch {
    return Number.NaN
  }
  return bytes / 1e6
}
