import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BuildFailure } from './build-failure.ts'

const pollMs = 50
const maxWaitMs = 120_000

/**
 * Waits until no other process holds the lock, then takes it. The lock of a killed process counts as free.
 *
 * @returns a function that releases the lock
 * @throws BuildFailure if another process holds it for two minutes
 */
export function takeLock(path: string): () => void {
  for (const until = Date.now() + maxWaitMs; Date.now() < until;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    if (isAbandoned(path)) rmSync(path, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs)
  }
  throw new BuildFailure(`Another build has held ${path} for two minutes. Remove the file if no build is running.`)
}

function isAbandoned(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    // The owner has created the file but has not yet written its process ID.
    if (pid === 0) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
