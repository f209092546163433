import { closeSync, existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { archiveFolder } from './archiving.ts'
import { type ClusterFiles, clusterHome, shareFilesWithOwner } from './cluster-files.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { greetGuard, hold, makeHoldersFifo } from './holders.ts'
import { initialiseCluster } from './initialise.ts'
import { assertOwn } from './ownership.ts'
import { type PlacementOptions, dataFolderIn, placeCluster, settleOwner } from './placement.ts'
import { type Postmaster, clusterName, livePostmaster, mentionsCluster } from './postmaster.ts'
import { type ServerSettings } from './settings.ts'
import { type StartedServer, startServer } from './start-server.ts'
import { guardRunning } from './watchdog.ts'

export interface Installation extends PlacementOptions {
  readonly files: ClusterFiles
  readonly settings: ServerSettings
  readonly notify: (message: string) => void
}

/** Reference to a running server. `adopted` is true if the server was already running. */
export interface JoinedServer extends StartedServer {
  readonly adopted: boolean
}

/** Maximum time to wait for a server that is stopping or recovering. */
const maxWaitMs = 10 * 60_000
const answerMs = 1000

/** Adopts the running server, or creates and starts one. Repeats until one of them succeeds. Requires the lock. */
export async function joinCluster(installation: Installation): Promise<JoinedServer> {
  const { files } = installation
  await makeHoldersFifo(files)
  const deadline = performance.now() + maxWaitMs
  while (performance.now() < deadline) {
    const dataFolder = dataFolderIn(clusterHome(files))
    if (process.getuid?.() !== 0 && existsSync(dataFolder)) assertOwn(dataFolder)
    const running = livePostmaster(dataFolder)
    const joined = running ? await adopt(installation, dataFolder, running) : await start(installation)
    if (joined) {
      shareFilesWithOwner(files)
      return joined
    }
    await delay(10)
  }
  throw new EmbeddedPostgresError(
    `The embedded Postgres of ${files.dataDir} has been neither ready nor gone for ` +
      `${maxWaitMs / 60_000} minutes; see ${files.log}.`,
  )
}

/**
 * Takes a reference to the running server. Returns undefined if it has exited or is about to; the caller then checks
 * again.
 */
async function adopt(
  { files, notify }: Installation,
  dataFolder: string,
  { pid, port, status }: Postmaster,
): Promise<JoinedServer | undefined> {
  if (status === 'stopping') return undefined
  const running = () => {
    const now = livePostmaster(dataFolder)
    return now?.pid === pid && now.status !== 'stopping' ? now : undefined
  }
  const giveGuard = () => guardRunning(files, clusterName(dataFolder), pid).held
  const guarded = hold(files)
  const held = guarded ?? giveGuard()
  if ((await greetGuard(files, held, answerMs)) === pid) {
    while (running()?.status === 'starting') await delay(20)
    if (running()) {
      if (guarded === undefined) notify(`The embedded Postgres (pid ${pid}) ran without a guard and got a new one.`)
      return { port, held, adopted: true }
    }
  } else if (running()) {
    // A process has the FIFO open but does not respond. If it is a slow guard, a second guard does no harm.
    closeSync(giveGuard())
  }
  closeSync(held)
  return undefined
}

/**
 * Creates and starts a server. Returns undefined if one already runs because its starter has just died; the caller then
 * checks again.
 */
async function start({
  files,
  settings,
  notify,
  rungs,
  relocationBase,
}: Installation): Promise<JoinedServer | undefined> {
  if (await isGuarded(files)) return undefined
  const placement = await placeCluster(files, { rungs, relocationBase }, notify)
  const dataFolder = dataFolderIn(placement.home)
  if (existsSync(dataFolder)) settleOwner(dataFolder, placement.runAs)
  await initialiseCluster(files, placement, { durable: settings['fsync'] !== 'off' })
  // A server that archives its log tries three times in two seconds, and then pauses for a minute.
  if (settings['archive_mode'] === 'on') archiveFolder(dataFolder)
  return { ...(await startServer(files, placement, settings)), adopted: false }
}

/**
 * Reports whether a guard responds although no postmaster is visible. Throws an EmbeddedPostgresError if /proc does not
 * show the guarded process: it then runs in another container, and a second server would destroy the data.
 */
async function isGuarded(files: ClusterFiles): Promise<boolean> {
  const held = hold(files)
  if (held === undefined) return false
  try {
    const pid = await greetGuard(files, held, answerMs)
    if (pid !== undefined && !mentionsCluster(pid, clusterName(dataFolderIn(clusterHome(files))))) {
      throw new EmbeddedPostgresError(
        `The cluster in ${files.dataDir} is in use by another container (pid ${pid} there). Stop that one, ` +
          'or set ASSAY_DATA_DIR to another folder.',
      )
    }
    return pid !== undefined
  } finally {
    closeSync(held)
  }
}
