import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../../src/service/db/embedded/cluster.ts'
import { withDescendants } from './process-tree.ts'

/**
 * Ends a PostgreSQL server as the loss of its machine and its disks does: all its processes are killed, and it cannot
 * start again. The loss of a machine also ends its shared memory, which SIGKILL does not.
 */
export function loseServer({ dataFolder }: Cluster): void {
  const control = join(dataFolder, 'global/pg_control')
  const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  const all = withDescendants(Number(lines[0]))
  const memory = new Set(all.flatMap(({ pid }) => mappedMemory(pid)))
  // The seventh line is the key and the ID of the System V segment (`LOCK_FILE_LINE_SHMEM_KEY` in pidfile.h).
  const segment = /^ *\d+ +(\d+) *$/.exec(lines[6] ?? '')?.[1]
  renameSync(control, `${control}.lost`)
  for (const { pid } of all) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A server process ended since it was listed.
    }
  }
  for (const file of memory) rmSync(file, { force: true })
  if (segment !== undefined) spawnSync('ipcrm', ['--shmem-id', segment])
}

/** Returns the files of POSIX shared memory of PostgreSQL that a process has mapped. */
function mappedMemory(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8').match(/\/dev\/shm\/PostgreSQL\.\d+/g) ?? []
  } catch {
    // The process ended since it was listed.
    return []
  }
}
