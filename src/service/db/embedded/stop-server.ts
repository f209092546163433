import { closeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterFiles } from './cluster-files.ts'
import { tryLock } from '../../../engine/advisories/file-store/exclusive-lock.ts'
import { isHeld, openToAsk } from './holders.ts'
import { clusterName, isClusterProcess, livePostmaster } from './postmaster.ts'

/** After this time, the guard counts as killed, because it signals within milliseconds. */
const guardMs = 1000
/** After this time, fast shutdown is replaced by immediate shutdown. */
const fastShutdownMs = 60_000

/**
 * Closes this process's hold. If it was the last one, waits until the postmaster has ended, which ends last. Stops it
 * directly if the responsible guard was killed.
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
    // The pid and not the file, because a postmaster removes `postmaster.pid` shortly before it ends.
    for (let signalled = false; !isHeld(asking) && isClusterProcess(postmaster.pid, name); await delay(10)) {
      const waited = performance.now() - begin
      if (waited < (signalled ? fastShutdownMs : guardMs)) continue
      // With the lock, no process is adopting the cluster, so a cluster without holders is no longer needed.
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

/** Sends a signal to a process that may have ended in the meantime. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
