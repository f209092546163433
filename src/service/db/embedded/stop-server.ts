import { closeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterFiles } from './cluster-files.ts'
import { tryLock } from '../../../engine/advisories/file-store/exclusive-lock.ts'
import { isHeld, openToAsk } from './holders.ts'
import { clusterName, isClusterProcess, livePostmaster } from './postmaster.ts'

/** Time after which a guard is considered dead. A live guard signals within milliseconds. */
const guardMs = 1000
/** Time after which a fast shutdown becomes an immediate shutdown. */
const fastShutdownMs = 60_000

/**
 * Releases this process's reference. If it was the last one, waits until the postmaster has exited; all other server
 * processes exit before it. Stops the postmaster directly if its guard was killed.
 */
export async function letGo(files: ClusterFiles, dataFolder: string, held: number): Promise<void> {
  const postmaster = livePostmaster(dataFolder)
  const asking = openToAsk(files)
  closeSync(held)
  if (asking === undefined) return
  try {
    if (!postmaster) return
    const name = clusterName(dataFolder)
    const begin = performance.now()
    // Checks the pid and not the file, because a postmaster removes `postmaster.pid` shortly before it exits.
    for (let signalled = false; !isHeld(asking) && isClusterProcess(postmaster.pid, name); await delay(10)) {
      const waited = performance.now() - begin
      if (waited < (signalled ? fastShutdownMs : guardMs)) continue
      // While this process holds the lock, no other process can adopt the cluster. If there are no holders, the lock is
      // no longer needed.
      using lock = tryLock(files.lock)
      if (!lock) continue
      if (isHeld(asking)) return
      signalIfAlive(postmaster.pid, signalled ? 'SIGQUIT' : 'SIGINT')
      signalled = true
    }
  } finally {
    closeSync(asking)
  }
}

/** Sends a signal to a process that may have exited already. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
