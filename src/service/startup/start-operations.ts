import type { App } from './app.ts'
import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import { type ReadinessContext, readinessOf } from '../api/readiness.ts'
import type { Reads } from '../db/replica/reads.ts'
import { forgetLeastBudgets } from '../github/metrics.ts'
import {
  type OperationsAddress,
  type OperationsContext,
  type OperationsServer,
  startOperationsServer,
} from '../operations/operations-server.ts'
import { watchBackups } from '../operations/backup/watch-backups.ts'
import { jobs } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import { advisoryStates } from '../scans/advisories/state.ts'
import type { DiskSpace } from '../../engine/sources/disk-space.ts'

/** Starts the operator's server with this process's metrics and probes. */
export async function startOperations(
  { backup, config, database: { db }, log }: App,
  {
    queue,
    isolation,
    diskRoom,
    reads,
    stopping,
  }: {
    readonly queue: Queue
    /** Isolation of the scans. Absent if the process does not scan. */
    readonly isolation?: IsolationInForce | undefined
    readonly diskRoom: DiskSpace
    readonly reads?: Pick<Reads, 'state'> | undefined
    readonly stopping: AbortSignal
  },
  at: OperationsAddress,
): Promise<OperationsServer> {
  const context = operationsContextOf({
    db,
    queue,
    advisoryBases: config.osvBases,
    diskRoom,
    log,
    ...(reads && { reads }),
    backups: watchBackups({ db, check: config.backupCheck, isEmbedded: config.databaseUrl === undefined, backup }),
    ...(isolation && { isolation }),
    isStopping: () => stopping.aborted,
  })
  const server = await startOperationsServer(context, at)
  log.info({ address: server.address }, 'metrics and probes started')
  return server
}

/** Returns the state shown by the operations server. */
export function operationsContextOf(
  context: ReadinessContext & Pick<OperationsContext, 'isStopping'> & { readonly queue: Pick<Queue, 'depths'> },
): OperationsContext {
  const { db, advisoryBases } = context
  return {
    ...context,
    jobNames: Object.keys(jobs),
    advisoryStates: () => advisoryStates({ database: { db }, bases: advisoryBases }),
    readiness: () => readinessOf(context),
    onGaugesRead: forgetLeastBudgets,
  }
}
