import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Returns the CPU time of a process so far in seconds, including its threads and excluding its child processes
 * (proc_pid_stat(5)).
 */
export function cpuSeconds(pid: number): number {
  const [user, system] = times(pid)
  return user + system
}

/**
 * Returns the CPU time of this process's ended child processes in seconds, including processes that they waited for.
 */
export function endedChildrenCpuSeconds(): number {
  const [, , user, system] = times('self')
  return user + system
}

/** Fields 14 to 17 of proc_pid_stat(5). */
function times(pid: number | 'self'): readonly [number, number, number, number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / ticksPerSecond)
  return [user, system, childrenUser, childrenSystem]
}
