import pino from 'pino'
import type { IsolationPool, ScanIsolation } from '../../src/engine/isolation/isolation.ts'
import { createIsolationPool } from '../../src/engine/isolation/isolation-pool.ts'
import { afterFile } from './after-file.ts'

let pool: IsolationPool | undefined

/** Returns the service's pool of child processes, which ends with the test file. */
export function testIsolation(): IsolationPool {
  if (pool === undefined) {
    const opened = createIsolationPool({
      tasks: new URL('../../src/engine/analysis/tasks.ts', import.meta.url),
      log: pino({ level: 'silent' }),
    })
    pool = opened
    afterFile(() => {
      pool = undefined
      return opened[Symbol.asyncDispose]()
    })
  }
  return pool
}

let scan: ScanIsolation | undefined

/**
 * Returns the child processes of one scan from that pool. A child process continues with the next question until the
 * test file ends.
 */
export function scanIsolation(): ScanIsolation {
  if (scan === undefined) {
    afterFile(() => {
      scan = undefined
    })
    scan = testIsolation().forScan()
  }
  return scan
}
