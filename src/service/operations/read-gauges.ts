import { advisoryStates } from '../scans/advisories/state.ts'
import type { Database } from '../db/client.ts'
import { findExploitationFeeds } from '../db/advisories/exploitation.ts'
import { findDatabaseLoad, findServiceLoad } from '../db/service-load.ts'
import { advisoryAge, advisoryFailing, exploitationAge, touchedPackages } from './metrics/advisories.ts'
import { databaseBytes, databaseConnections, databaseConnectionsMost, databaseUp } from './metrics/database.ts'
import { deliveriesDue, oldestDeliverySeconds } from './metrics/deliveries.ts'
import { diskFreeBytes } from './metrics/disk.ts'
import { forgetLeastBudgets } from './metrics/github.ts'
import { jobsRunning, jobsWaiting, oldestJobSeconds } from './metrics/jobs.ts'
import { oldestScanSeconds, scansUnfinished } from './metrics/scans.ts'
import { jobs } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import type { DiskSpace } from '../../engine/sources/disk-space.ts'

export interface GaugeContext {
  readonly db: Database
  readonly queue: Queue
  readonly advisoryBases: readonly string[]
}

/**
 * Brings the metrics up to date that stand in the database. Throws when that cannot be asked; then they have no values,
 * rather than old ones, and `assay_database_up` is 0.
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
  ])
    gauge.reset()
  databaseUp.set(0)
  await Promise.all([
    readQueue(context.queue),
    readLoad(context.db),
    readAdvisories(context, now),
    readDatabase(context.db),
  ])
  databaseUp.set(1)
  forgetLeastBudgets()
}

/**
 * Brings the metric of the disk up to date, which a database that is away needs most; within a second, and never
 * rejects.
 */
export async function readDiskGauge(room: DiskSpace | undefined): Promise<void> {
  const bytes = await room?.freeBytes()
  diskFreeBytes.reset()
  if (bytes !== undefined) diskFreeBytes.set({ folder: 'data' }, bytes)
}

/** Jobs that have nothing waiting are 0, so that no series ends when its work does. */
async function readQueue(queue: Queue): Promise<void> {
  const depths = new Map((await queue.depths()).map((depth) => [depth.name, depth]))
  for (const job of Object.keys(jobs)) {
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

async function readAdvisories({ db, advisoryBases }: GaugeContext, now: Date): Promise<void> {
  const secondsSince = (then: Date) => Math.max(0, (now.getTime() - then.getTime()) / 1_000)
  for (const [ecosystem, { date, lastError }] of await advisoryStates({ database: { db }, bases: advisoryBases })) {
    if (date) advisoryAge.set({ ecosystem }, secondsSince(new Date(date.syncedAt)))
    advisoryFailing.set({ ecosystem }, lastError === undefined ? 0 : 1)
  }
  for (const { id, syncedAt } of await findExploitationFeeds(db))
    if (syncedAt) exploitationAge.set({ feed: id }, secondsSince(syncedAt))
}

async function readDatabase(db: Database): Promise<void> {
  const { pools, maxConnections, bytes } = await findDatabaseLoad(db)
  for (const { pool, state, connections } of pools) databaseConnections.set({ pool, state }, connections)
  databaseConnectionsMost.set(maxConnections)
  databaseBytes.set(bytes)
}
