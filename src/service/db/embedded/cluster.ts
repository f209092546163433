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

export interface ClusterOptions {
  /** Data folder. The cluster is in `<dataDir>/postgres`. Created with mode 0700 if it is missing. */
  readonly dataDir: string
  /** Settings that override `defaultSettings`. They have no effect on a running server. */
  readonly settings?: ServerSettings
  /**
   * Receives one sentence for each event that matters to the operator, such as a restart, a new guard, or a moved
   * cluster.
   */
  readonly onNotice?: (message: string) => void
  /** Called once if supervision itself fails and stops. If missing, only `onNotice` is called. */
  readonly onLost?: (error: EmbeddedPostgresError) => void
  /** Placement options. See placement.ts. */
  readonly placement?: Partial<PlacementOptions>
}

/** Reference to a running Postgres 18 server, which runs as long as any process holds a reference. */
export interface Cluster extends AsyncDisposable {
  /**
   * `postgres://assay:<password>@127.0.0.1:<port>/assay`, with superuser rights. Does not change while the reference is
   * held.
   */
  readonly url: string
  /** True if the server was already running, for another process or another reference in this one. */
  readonly adopted: boolean
  /** The folder with `PG_VERSION`, usually `<dataDir>/postgres/data`. */
  readonly dataFolder: string
  readonly logFile: string
  /** Releases the reference. The last release stops Postgres and waits until it has exited. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Reports whether this data folder already has a cluster. If not, `openCluster` creates one, which takes longer. */
export function hasCluster(dataDir: string): boolean {
  return ['data', 'location'].some((name) => existsSync(join(dataDir, 'postgres', name)))
}

/** Maximum wait for the lock. Long enough for another process to create a cluster on a slow disk. */
const lockTimeoutMs = 120_000

/**
 * Starts or adopts the cluster in `<dataDir>/postgres`, and creates it the first time. Postgres stops when the last
 * process that holds it exits, even by SIGKILL. If Postgres dies earlier, it is restarted on the same port. On two
 * shared cores, the first start takes 0.7 s, a later start 40 ms, an adoption 6 ms, and a stop 20 ms. Throws an
 * EmbeddedPostgresError that includes a solution.
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
