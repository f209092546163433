import { closeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterFiles } from './cluster-files.ts'
import { tryLock } from '../../../engine/advisories/file-store/exclusive-lock.ts'
import { isHeld, openToAsk } from './holders.ts'
import { clusterName, isClusterProcess, livePostmaster } from './postmaster.ts'

/** After this the guard, which signals within milliseconds, counts as killed. */
const guardMs = 1000
/** After this fast shutdown gives way to immediate shutdown. */
const fastShutdownMs = 60_000

/**
 * Closes this process's hold. When it was the last one, waits until the postmaster, whose end is that of all its
 * children, is gone; stops it itself if the guard that should have done so was killed.
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
    // The pid, not the file: a postmaster removes `postmaster.pid` shortly before it ends.
    for (let signalled = false; !isHeld(asking) && isClusterProcess(postmaster.pid, name); await delay(10)) {
      const waited = performance.now() - begin
      if (waited < (signalled ? fastShutdownMs : guardMs)) continue
      // Under the lock nobody is adopting, so a cluster that is not held now is not wanted by anyone.
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

/** Sends a signal to a process that may have ended since it was seen. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
