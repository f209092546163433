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

/** Options for opening a cluster. */
export interface ClusterOptions {
  /** The cluster is in `<dataDir>/postgres`, which is created (0700) if it is missing. */
  readonly dataDir: string
  /** Overrides `defaultSettings`. No effect on a running server. */
  readonly settings?: ServerSettings
  /**
   * Called with one sentence for each event that an operator may want to know: restarts, a new guard, a moved cluster.
   */
  readonly onNotice?: (message: string) => void
  /** Called once if supervision itself fails and ends. Without it, only `onNotice` is called. */
  readonly onLost?: (error: EmbeddedPostgresError) => void
  /** See placement.ts. */
  readonly placement?: Partial<PlacementOptions>
}

/** A hold on a running Postgres 18, which runs as long as any process holds it. */
export interface Cluster extends AsyncDisposable {
  /** `postgres://assay:<password>@127.0.0.1:<port>/assay`, a superuser. Constant while the cluster is held. */
  readonly url: string
  /** Whether another process, or another hold of this process, had started it. */
  readonly adopted: boolean
  /** The folder with `PG_VERSION`, usually `<dataDir>/postgres/data`. */
  readonly dataFolder: string
  readonly logFile: string
  /** Releases the hold. The last one stops Postgres and resolves when it has ended. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Whether this data folder already has a cluster. Otherwise opening creates one, which takes longer. */
export function hasCluster(dataDir: string): boolean {
  return ['data', 'location'].some((name) => existsSync(join(dataDir, 'postgres', name)))
}

/** Long enough for the first start of another process on a slow disk. */
const lockTimeoutMs = 120_000

/**
 * Starts or adopts the cluster in `<dataDir>/postgres`, and creates it the first time. Postgres stops when the last
 * process that holds it ends, even by SIGKILL, and is restarted on the same port if it dies before. On two shared
 * cores, the first start takes 0.7 s, a start 40 ms, an adoption 6 ms, and a stop 20 ms. Throws an
 * EmbeddedPostgresError with a solution.
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
