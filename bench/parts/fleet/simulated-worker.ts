import type { Logger } from 'pino'
import type { AddressedUrls } from './fleet-servers.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { publishChecksOfScan } from '../../../src/service/github/checks/on-scan-finished.ts'
import { type JobName, jobs } from '../../../src/service/queue/jobs.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { abandonScan } from '../../../src/service/scans/abandon-scan.ts'
import { advisoryGenerations } from '../../../src/service/scans/advisories/generations.ts'
import { runScan, type RunScanContext } from '../../../src/service/scans/run-scan.ts'
import { createStallContext } from '../../../src/service/scans/stalls/suspicion.ts'
import { announceScanEndTo } from '../../../src/service/startup/announce-scan-end.ts'
import type { RecordedScan } from './recorded-scans.ts'
import { simulatedScanner } from './simulated-scanner.ts'

/** Defaults of ASSAY_DATABASE_CONNECTIONS and ASSAY_QUEUE_CONNECTIONS. */
const pools = { database: 20, queue: 6 }

/** Limits of the fleet. */
export const scansOfAccount = 12

/**
 * Starts a worker with its own queue and pool. It runs the scans of the queue with the functions of the service and a
 * simulated scanner. It takes all other jobs too, as a worker does, and ends them without work.
 */
export async function startSimulatedWorker(
  { pooledUrl, directUrl }: AddressedUrls,
  { scansAtOnce, next, log }: { readonly scansAtOnce: number; readonly next: () => RecordedScan; readonly log: Logger },
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(
    openDatabase(pooledUrl, { maxConnections: pools.database, applicationName: 'assay', directUrl }),
  )
  const { db } = database
  const queue = stack.use(await openQueue({ url: pooledUrl, directUrl, maxConnections: pools.queue, log }))
  const context: RunScanContext = {
    db,
    queue,
    log,
    scansAtOnce: { ofAll: scansAtOnce, ofAccount: scansOfAccount },
    announceScanEnd: announceScanEndTo({ queue, publicUrl: 'https://assay.example' }),
    stalls: createStallContext(db, { begin: () => {}, end: () => {} }),
    onStage: (scan, isFirst) => publishChecksOfScan({ db, queue }, scan, isFirst),
    scanner: simulatedScanner(next),
    advisoryGenerations: () => advisoryGenerations({ database, bases: [] }),
  }
  for (const name of Object.keys(jobs) as JobName[]) {
    if (name === 'run-scan') await queue.work(name, (payload, attempt) => runScan(context, payload, attempt))
    else if (name === 'abandon-scan')
      await queue.work(name, (payload, attempt) => abandonScan(context, payload, attempt))
    else await queue.work(name, async () => {})
  }
  const running = stack.move()
  return { [Symbol.asyncDispose]: () => running.disposeAsync() }
}
