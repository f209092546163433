import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Returns the CPU time of processes and all their descendants so far, in seconds. Ended processes count after their
 * parent has waited for them (proc_pid_stat(5)).
 */
export function treeCpuSeconds(...roots: readonly number[]): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const family = new Set(roots)
  for (let known = 0; known < family.size;) {
    known = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  return processes.reduce((sum, { pid, ticks }) => (family.has(pid) ? sum + ticks : sum), 0) / ticksPerSecond
}

/** Returns the parent of a running process, or 0 if it is not running. */
export function parentOf(pid: number): number {
  return readProcess(pid)[0]?.parent ?? 0
}

function readProcess(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return [{ pid, parent: fields[1] ?? 0, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) }]
  } catch {
    // The process ended between the two reads.
    return []
  }
}
