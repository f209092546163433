import pino from 'pino'
import { separateTasks } from '../../src/engine/analysis/separate-tasks.ts'
import type { IsolationPool, ScanIsolation } from '../../src/engine/isolation/isolation.ts'
import { sharedManifestTasks } from '../../src/engine/inventory/project/manifest-tasks.ts'
import { createIsolationPool } from '../../src/engine/isolation/isolation-pool.ts'
import { afterFile } from './after-file.ts'

const options = {
  tasks: new URL('../../src/engine/analysis/tasks.ts', import.meta.url),
  separateTasks,
  log: pino({ level: 'silent' }),
}

let pool: IsolationPool | undefined

/** Returns the service's pool of child processes, which ends with the test file. */
export function testIsolation(): IsolationPool {
  if (pool === undefined) {
    const opened = createIsolationPool(options)
    pool = opened
    afterFile(() => {
      pool = undefined
      return opened[Symbol.asyncDispose]()
    })
  }
  return pool
}

/** Tasks that read the manifests of a project, and the POMs that they name. */
const projectTasks = [...sharedManifestTasks.tasks, 'read-repository-file']

let projectPool: IsolationPool | undefined

/**
 * Returns the child processes that read one project. As in a call of the command line for several folders, the next
 * project gets the same child, which forgets the previous one.
 */
export function projectIsolation(): ScanIsolation {
  if (projectPool === undefined) {
    const opened = createIsolationPool({ ...options, shared: { ...sharedManifestTasks, tasks: projectTasks } })
    projectPool = opened
    afterFile(() => {
      projectPool = undefined
      return opened[Symbol.asyncDispose]()
    })
  }
  return projectPool.forScan(undefined, projectTasks)
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
