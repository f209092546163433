import { once } from 'node:events'
import { closeSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterFiles, readText, writeWhole } from './cluster-files.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { isHeldByAnyone } from './holders.ts'
import { type Placement, dataFolderIn } from './placement.ts'
import { clusterName, clusterProcesses, isOccupied, livePostmaster } from './postmaster.ts'
import { type ServerSettings, settingArguments } from './settings.ts'
import { lastLogLines } from './server-log.ts'
import { type Watchdog, startUnderWatchdog } from './watchdog.ts'

/** Maximum duration of crash recovery: 16 GB of WAL at 30 MB/s. */
const maxRecoveryMs = 10 * 60_000
/** Time for which the start is retried while the cluster's old processes, or other programs on its port, block it. */
const maxWaitMs = 30_000
const inTheWay = /shared memory block|lock file "postmaster\.pid"|could not bind/

/** Result of a start: the server's address, and this process's reference. */
export interface StartedServer {
  readonly port: number
  readonly held: number
}

/**
 * Starts the cluster and waits until it accepts connections, which takes 40 to 60 ms. Reuses the port of the last
 * start. If that port is in use and no other process holds the cluster, uses a different port. Retries after temporary
 * problems, with backoff. Requires the lock, and that no postmaster runs. Throws an EmbeddedPostgresError with the last
 * log lines.
 */
export async function startServer(
  files: ClusterFiles,
  placement: Placement,
  settings: ServerSettings,
): Promise<StartedServer> {
  const deadline = performance.now() + maxWaitMs
  for (let backoffMs = 50; ; backoffMs = Math.min(backoffMs * 2, 2000)) {
    clearTheWay(dataFolderIn(placement.home))
    const port = await choosePort(files)
    const watchdog = startUnderWatchdog(files, clusterName(dataFolderIn(placement.home)), placement.runAs, {
      file: join(placement.native, 'bin/postgres'),
      args: [
        '-D',
        dataFolderIn(placement.home),
        '-c',
        `port=${port}`,
        '-c',
        `cluster_name=${clusterName(dataFolderIn(placement.home))}`,
        ...settingArguments(settings),
      ],
    })
    const failure = await readyOrFailed(watchdog, dataFolderIn(placement.home), files)
    if (failure === undefined) {
      writeWhole(files.port, `${port}\n`)
      return { port, held: watchdog.held }
    }
    closeSync(watchdog.held)
    if (!inTheWay.test(failure) || performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `The embedded Postgres did not start. Its log ${files.log} ends with:\n${failure}`,
      )
    await delay(backoffMs)
  }
}

/**
 * Kills backends that outlived their postmaster, because they would keep its shared memory. Removes a `postmaster.pid`
 * whose pid is dead or reused.
 */
function clearTheWay(dataFolder: string): void {
  const name = clusterName(dataFolder)
  if (isOccupied(dataFolder)) return
  for (const orphan of clusterProcesses(name)) {
    try {
      // Immediate shutdown, the signal that a postmaster sends to its other children when one of them crashes.
      process.kill(orphan, 'SIGQUIT')
    } catch {
      // The process has exited in the meantime, or belongs to another user. In the second case, Postgres reports the
      // shared memory itself, and the start is retried.
    }
  }
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
}

async function choosePort(files: ClusterFiles): Promise<number> {
  const last = Number(readText(files.port) ?? 0)
  if (last !== 0 && (isHeldByAnyone(files) || (await freePort(last)) !== undefined)) return last
  return (await freePort(0)) ?? 0
}

/** Returns the port, or any free port if it is 0. Returns undefined if the port is in use. */
async function freePort(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen({ host: '127.0.0.1', port, exclusive: true })
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : undefined
  } catch {
    return undefined
  } finally {
    server.close()
  }
}

/** Returns undefined when the server is ready, or the last lines of its log if it failed. */
async function readyOrFailed(watchdog: Watchdog, dataFolder: string, files: ClusterFiles): Promise<string | undefined> {
  let ended: string | undefined
  watchdog.process.once('error', (error) => (ended = error.message))
  watchdog.process.once(
    'exit',
    (code, signal) => (ended = `(the watchdog ended with ${signal ?? `exit code ${code}`})`),
  )
  for (const deadline = performance.now() + maxRecoveryMs; performance.now() < deadline; await delay(5)) {
    if (ended !== undefined) return lastLogLines(files.log, watchdog.logStart) || ended
    if (livePostmaster(dataFolder)?.status === 'ready') return undefined
  }
  return `${lastLogLines(files.log, watchdog.logStart)}\n(not ready after ${maxRecoveryMs / 60_000} minutes)`
}
