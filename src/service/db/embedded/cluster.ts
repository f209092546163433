import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ClusterFiles, clusterHome, openClusterFiles, readText } from './cluster-files.ts'
import type { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { acquireLock } from './exclusive-lock.ts'
import { clusterRole } from './initialise.ts'
import { type Installation, joinCluster } from './join-cluster.ts'
import { type PlacementOptions, dataFolderIn } from './placement.ts'
import { rungs } from './run-as.ts'
import type { ServerSettings } from './settings.ts'
import { letGo } from './stop-server.ts'
import { superviseCluster } from './supervise.ts'

/** How a cluster is opened. */
export interface ClusterOptions {
  /** The cluster lives in `<dataDir>/postgres`; made (0700) if missing. */
  readonly dataDir: string
  /** Over `defaultSettings`; without effect on a server that runs already. */
  readonly settings?: ServerSettings
  /** Hears in one sentence each what an operator may want to know: restarts, a new guard, a moved cluster. */
  readonly onNotice?: (message: string) => void
  /**
   * Hears once that the server is no longer looked after, for a fault of the looking itself; without it only `onNotice`
   * does.
   */
  readonly onLost?: (error: EmbeddedPostgresError) => void
  /** See placement.ts. */
  readonly placement?: Partial<PlacementOptions>
}

/** A hold on a running Postgres 18: it runs as long as any process holds it. */
export interface Cluster extends AsyncDisposable {
  /** `postgres://assay:<password>@127.0.0.1:<port>/assay`, a superuser; the same for as long as the cluster is held. */
  readonly url: string
  /** Whether another process (or another hold of this one) had started it. */
  readonly adopted: boolean
  /** The folder with `PG_VERSION`; usually `<dataDir>/postgres/data`. */
  readonly dataFolder: string
  readonly logFile: string
  /** Lets go; when this was the last hold, stops Postgres and resolves when it is gone. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Whether this data folder has a cluster already; opening it otherwise makes one first, which takes longer. */
export function hasCluster(dataDir: string): boolean {
  return ['data', 'location'].some((name) => existsSync(join(dataDir, 'postgres', name)))
}

/** Long enough for another process's first start on a slow disk. */
const lockTimeoutMs = 120_000

/**
 * Starts, or adopts, the cluster in `<dataDir>/postgres`, and makes it the first time. Postgres stops when the last
 * process that holds it is gone, even by SIGKILL, and is started again on the same port when it dies before. First
 * start 0.7 s, start 40 ms, adoption 6 ms, stop 20 ms on two shared cores. Throws an EmbeddedPostgresError that says
 * what to do.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const files = openClusterFiles(options.dataDir)
  const notify = options.onNotice ?? (() => {})
  const installation: Installation = {
    files,
    settings: options.settings ?? {},
    notify,
    rungs,
    relocationBase: '/var/lib',
    ...options.placement,
  }
  const joined = await joinUnderLock(installation)
  const supervision = superviseCluster(installation, joined, (error) => {
    notify(error.message)
    options.onLost?.(error)
  })
  const dataFolder = dataFolderIn(clusterHome(files))
  let closed: Promise<void> | undefined
  return {
    url:
      `postgres://${clusterRole}:${encodeURIComponent(readText(files.password) ?? '')}` +
      `@127.0.0.1:${joined.port}/${clusterRole}`,
    adopted: joined.adopted,
    dataFolder,
    logFile: files.log,
    [Symbol.asyncDispose]: () => (closed ??= supervision.end().then((held) => letGo(files, dataFolder, held))),
  }
}

async function joinUnderLock(installation: Installation & { files: ClusterFiles }) {
  using _ = await acquireLock(installation.files.lock, { timeoutMs: lockTimeoutMs })
  return await joinCluster(installation)
}
