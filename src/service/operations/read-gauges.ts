import type { Database } from '../db/client.ts'
import { findExploitationFeeds } from '../db/advisories/exploitation.ts'
import { findDatabaseLoad, findServiceLoad } from '../db/service-load.ts'
import {
  advisoryAge,
  advisoryFailing,
  backupProblems,
  databaseBytes,
  databaseConnections,
  databaseConnectionsMost,
  databaseUp,
  deliveriesDue,
  diskFreeBytes,
  exploitationAge,
  jobsRunning,
  jobsWaiting,
  oldestDeliverySeconds,
  oldestJobSeconds,
  oldestScanSeconds,
  scansUnfinished,
  touchedPackages,
} from './gauges.ts'
import type { AdvisoryDate } from '../../engine/model/advisory.ts'
import type { DiskSpace } from '../../engine/sources/disk-space.ts'

/** Number of jobs that share a name, across processes. */
interface JobDepth {
  readonly name: string
  readonly waiting: number
  readonly running: number
  readonly oldestWaitSeconds: number
}

/** State of one ecosystem's advisories. */
interface SyncState {
  readonly date: AdvisoryDate | undefined
  readonly lastError?: string | undefined
}

export interface GaugeContext {
  readonly db: Database
  readonly jobNames: readonly string[]
  readonly queue: { depths(): Promise<readonly JobDepth[]> }
  /** Returns the advisory state by ecosystem. */
  advisoryStates(): Promise<ReadonlyMap<string, SyncState>>
  /** Returns the problems of the database's backups. Absent if they are not checked. */
  readonly backups?: (() => Promise<{ readonly problems: readonly string[] }>) | undefined
  /** Called after the gauges have been read, so that other modules can reset their interval gauges. */
  onGaugesRead(): void
}

/**
 * Updates the metrics that come from the database. Throws if the database does not respond. In that case, these metrics
 * have no values, so that they are never outdated, and `assay_database_up` is 0.
 */
export async function readGauges(context: GaugeContext, now = new Date()): Promise<void> {
  for (const gauge of [
    jobsWaiting,
    jobsRunning,
    oldestJobSeconds,
    scansUnfinished,
    oldestScanSeconds,
    deliveriesDue,
    oldestDeliverySeconds,
    advisoryAge,
    advisoryFailing,
    exploitationAge,
    touchedPackages,
    databaseConnections,
    backupProblems,
  ])
    gauge.reset()
  databaseUp.set(0)
  await Promise.all([
    readQueue(context),
    readLoad(context.db),
    readAdvisories(context, now),
    readDatabase(context.db),
    readBackups(context),
  ])
  databaseUp.set(1)
  context.onGaugesRead()
}

/**
 * Updates the disk metric, which matters most when the database is down. Takes at most one second and never rejects.
 */
export async function readDiskGauge(room: DiskSpace | undefined): Promise<void> {
  const bytes = await room?.freeBytes()
  diskFreeBytes.reset()
  if (bytes !== undefined) diskFreeBytes.set({ folder: 'data' }, bytes)
}

/** Sets jobs without waiting work to 0, so that their series continue. */
async function readQueue({ queue, jobNames }: GaugeContext): Promise<void> {
  const depths = new Map((await queue.depths()).map((depth) => [depth.name, depth]))
  for (const job of jobNames) {
    const depth = depths.get(job)
    jobsWaiting.set({ job }, depth?.waiting ?? 0)
    jobsRunning.set({ job }, depth?.running ?? 0)
    oldestJobSeconds.set({ job }, depth?.oldestWaitSeconds ?? 0)
  }
}

async function readLoad(db: Database): Promise<void> {
  const load = await findServiceLoad(db)
  scansUnfinished.set({ status: 'pending' }, load.pendingScans)
  scansUnfinished.set({ status: 'scanning' }, load.scanningScans)
  oldestScanSeconds.set(load.oldestScanSeconds)
  deliveriesDue.set(load.dueDeliveries)
  oldestDeliverySeconds.set(load.oldestDeliverySeconds)
  touchedPackages.set(load.touchedPackages)
}

async function readAdvisories({ db, advisoryStates }: GaugeContext, now: Date): Promise<void> {
  const secondsSince = (then: Date) => Math.max(0, (now.getTime() - then.getTime()) / 1_000)
  for (const [ecosystem, { date, lastError }] of await advisoryStates()) {
    if (date) advisoryAge.set({ ecosystem }, secondsSince(new Date(date.syncedAt)))
    advisoryFailing.set({ ecosystem }, lastError === undefined ? 0 : 1)
  }
  for (const { id, syncedAt } of await findExploitationFeeds(db))
    if (syncedAt) exploitationAge.set({ feed: id }, secondsSince(syncedAt))
}

async function readBackups({ backups }: GaugeContext): Promise<void> {
  backupProblems.set((await backups?.())?.problems.length ?? 0)
}

async function readDatabase(db: Database): Promise<void> {
  const { pools, maxConnections, bytes } = await findDatabaseLoad(db)
  for (const { pool, state, connections } of pools) databaseConnections.set({ pool, state }, connections)
  databaseConnectionsMost.set(maxConnections)
  databaseBytes.set(bytes)
}
