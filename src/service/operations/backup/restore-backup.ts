import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { archivingSettings } from '../../db/embedded/archiving.ts'
import { openCluster } from '../../db/embedded/cluster.ts'
import { EmbeddedPostgresError } from '../../db/embedded/embedded-postgres-error.ts'
import type { ServerSettings } from '../../db/embedded/settings.ts'
import { readRecoveredState, type RecoveredState } from '../../db/backup/recovered-cluster.ts'
import { BackupError } from './backup-error.ts'
import { archivedLog, type BaseBackup, findBaseBackups, loggedNames, sealedEnding } from './backup-folder.ts'
import { Secrets } from './manifest.ts'
import { nothingForeign, writeOwnConfiguration } from './own-configuration.ts'
import { chooseBase, chooseWay, logAfter, type Way } from './plan-restore.ts'
import { checkSealed, openSealed } from './sealed-files.ts'
import { isTimelineHistory } from './segment-name.ts'
import { type Histories, type Line, parseHistory } from './timelines.ts'

export interface RestoreRequest {
  readonly folder: string
  /** age identity (`AGE-SECRET-KEY-1…`) of the recipient. */
  readonly identity: string
  /** Time to which the database is restored. Undefined for the end of the archived log. */
  readonly to?: Date | undefined
  /**
   * Timeline to follow, because each restore starts a new one. Undefined for the newest, which does not contain changes
   * that an earlier restore discarded.
   */
  readonly timeline?: number | undefined
  /** Installation's data folder. Must not contain a database. */
  readonly dataDir: string
  /** True to end the restore at a missing log segment. By default, such a restore does not start. */
  readonly acceptGap?: boolean | undefined
  /** Called with a sentence for each step. */
  readonly onProgress: (message: string) => void
}

export interface Restored {
  readonly base: BaseBackup
  readonly seconds: number
  /**
   * Seconds per step: verifying and unpacking the base backup, fetching and replaying the log, and checking the
   * database.
   */
  readonly phaseSeconds: { readonly base: number; readonly log: number; readonly check: number }
  readonly state: RecoveredState
  readonly segments: number
}

/** Folder for the log to replay. It is inside the cluster's folder, which the server can always access. */
const logFolder = 'restored-wal'

/**
 * Restores a cluster to a data folder that has none. Unpacks a base backup, replays the archived log up to a time,
 * restores the master key, and checks the database. If it is interrupted, the next restore overwrites the incomplete
 * folder. Throws a BackupError that describes the problem.
 */
export async function restoreBackup({
  folder,
  identity,
  to,
  timeline,
  dataDir,
  acceptGap = false,
  onProgress,
}: RestoreRequest): Promise<Restored> {
  const startedAt = performance.now()
  const [room, secretFile] = [join(dataDir, 'postgres'), join(dataDir, 'secret')]
  for (const there of [join(room, 'data'), join(room, 'location')]) if (existsSync(there)) throw isThere(there)
  const all = await findBaseBackups(folder, onProgress)
  const { backups } = chooseBase(all, to)
  const archived = await loggedNames(backups)
  const { base, line, targetTimeline } = chooseWay(
    all.filter((backup) => backup.backups === backups),
    archived,
    await historiesIn(archivedLog(backups), archived, identity),
    { to, timeline },
  )
  const { names, missingPlace } = logAfter(base, archived, line)
  if (missingPlace !== undefined && !acceptGap)
    throw new BackupError(
      `The archived log in ${archivedLog(base.backups)} has a gap after ${names.at(-1)}: later segments ` +
        'exist but cannot be replayed. Copy the missing segments from another copy, or restore up to the gap with ' +
        '--accept-gap.',
    )
  const { cluster, secrets } = base.manifest
  await checkSealed(join(base.path, secrets.name), secrets)
  const kept = await secretsIn(join(base.path, secrets.name), identity)
  // The same key can remain from a restore that was interrupted before it had a database.
  if (existsSync(secretFile) && (await readFile(secretFile, 'utf8')).trim() !== kept.secret) throw isThere(secretFile)
  onProgress(`Base backup of ${base.manifest.finishedAt}: checking ${megabytes(cluster.bytes)} MB`)
  await checkSealed(join(base.path, cluster.name), cluster)
  const draft = join(room, 'restoring')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  onProgress(`Unpacking ${megabytes(base.manifest.clusterBytes)} MB`)
  await unpackCluster(join(base.path, cluster.name), identity, draft)
  await writeOwnConfiguration(draft)
  const unpackedAt = performance.now()
  onProgress(`Bringing ${names.length} files of the log`)
  await mkdir(join(draft, logFolder), { mode: 0o700 })
  for (const name of names)
    await pipeline(
      await openSealed(join(archivedLog(base.backups), `${name}${sealedEnding}`), identity),
      createWriteStream(join(draft, logFolder, name), { mode: 0o600 }),
    )
  await writeFile(join(draft, 'recovery.signal'), '', { mode: 0o600 })
  await writeFile(join(room, 'password'), `${kept.databasePassword}\n`, { mode: 0o600 })
  await writeFile(secretFile, `${kept.secret}\n`, { mode: 0o600 })
  await rename(draft, join(room, 'data'))
  const way = line.map((stretch) => stretch.timeline).join(' → ')
  onProgress(
    `${to === undefined ? 'Replaying the log to its end' : `Replaying the log up to ${to.toISOString()}`}` +
      `${line.length > 1 ? `, along the timelines ${way}` : ''}`,
  )
  const { state, replayedAt } = await replay(dataDir, to, targetTimeline)
  const endedAt = performance.now()
  const phaseSeconds = {
    base: (unpackedAt - startedAt) / 1_000,
    log: (replayedAt - unpackedAt) / 1_000,
    check: (endedAt - replayedAt) / 1_000,
  }
  return { base, seconds: (endedAt - startedAt) / 1_000, phaseSeconds, state, segments: names.length }
}

const isThere = (path: string) =>
  new BackupError(
    `${path} already exists, and a restore never overwrites data. Set ASSAY_DATA_DIR to an empty ` +
      'folder, or move this one away.',
  )

async function secretsIn(file: string, identity: string): Promise<Secrets> {
  try {
    return Secrets.parse(JSON.parse(await text(await openSealed(file, identity))))
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} has unexpected content.`, { cause: error })
  }
}

async function historiesIn(log: string, names: readonly string[], identity: string): Promise<Histories> {
  const histories = new Map<number, Line>()
  for (const name of names.filter(isTimelineHistory)) {
    const file = join(log, `${name}${sealedEnding}`)
    const timeline = Number.parseInt(name, 16)
    const line = parseHistory(timeline, await text(await openSealed(file, identity)))
    if (!line) throw new BackupError(`${file} has unexpected content.`)
    histories.set(timeline, line)
  }
  return histories
}

/** Extracts an archive to a folder. Rejects entries that would be outside it. */
async function unpackCluster(file: string, identity: string, folder: string): Promise<void> {
  const entries = extract()
  const feeding = pipeline(await openSealed(file, identity), entries)
  feeding.catch(() => {})
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      const path = normalize(join(folder, name))
      if (!path.startsWith(`${folder}${sep}`))
        throw new BackupError(`${file} contains a file outside of the cluster: ${name}`)
      if (type === 'directory') {
        await mkdir(path, { recursive: true, mode: 0o700 })
        entry.resume()
      } else {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
      }
    }
    await feeding
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} cannot be unpacked: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Settings that disable hot standby: the server then accepts connections only after the log was replayed, and an
 * incomplete log makes the start fail. The log is archived from the start of the new timeline, because later restores
 * need its history to find the changes on it.
 */
const toEnd: ServerSettings = {
  ...archivingSettings,
  ...nothingForeign,
  hot_standby: 'off',
  restore_command: `cp "${logFolder}/%f" "%p"`,
}

/** Starts the server, which replays the log and becomes a normal server, and checks the database. */
async function replay(
  dataDir: string,
  to: Date | undefined,
  timeline: Way['targetTimeline'],
): Promise<{ readonly state: RecoveredState; readonly replayedAt: number }> {
  // `Z` is a time zone abbreviation. PostgreSQL reads this setting before it loads abbreviations.
  const target = to && { recovery_target_time: to.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }
  const open = async (settings: ServerSettings) => {
    await using cluster = await openCluster({ dataDir, settings: { ...settings, recovery_target_timeline: timeline } })
    const replayedAt = performance.now()
    const state = await readRecoveredState(cluster.url)
    await rm(join(cluster.dataFolder, logFolder), { recursive: true, force: true })
    return { state, replayedAt }
  }
  try {
    return await open({ ...toEnd, ...target })
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    // No transaction was committed between the end of the log and the requested time, so the end of the log is the
    // requested state.
    if (target && error.message.includes('recovery ended before configured recovery target was reached'))
      return await open(toEnd)
    throw new BackupError(`The log could not be replayed: ${error.message}`, { cause: error })
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en')
