import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A tick of `/proc` in milliseconds: USER_HZ is 100 on every supported Linux (proc(5)). */
const tickMs = 10

interface ProcessTimes {
  readonly parent: number
  /** User and system time in milliseconds. */
  readonly own: number
  /** Time of child processes that have ended. */
  readonly ended: number
}

/** Returns the CPU time of a process in milliseconds, without its child processes. */
export function cpuMs(pid: number): number {
  return timesOf(pid)?.own ?? Number.NaN
}

/** Returns the CPU time of an embedded Postgres in milliseconds: the server, and its running and ended processes. */
export function postgresCpuMs(dataFolder: string): number {
  const server = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === server)
  const itself = timesOf(server)
  return (
    (itself?.own ?? Number.NaN) +
    (itself?.ended ?? Number.NaN) +
    children.reduce((sum, times) => sum + (times?.own ?? 0), 0)
  )
}

/** Undefined if the process has ended. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name, in parentheses, can contain any character. The state follows it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = Number.NaN] = fields
    const [user = Number.NaN, system = Number.NaN, endedUser = Number.NaN, endedSystem = Number.NaN] = fields.slice(
      11,
      15,
    )
    return { parent, own: (user + system) * tickMs, ended: (endedUser + endedSystem) * tickMs }
  } catch {
    return undefined
  }
}
