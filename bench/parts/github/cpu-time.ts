import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A tick of `/proc`, in milliseconds: USER_HZ is 100 on every Linux that we run on (proc(5)). */
const tickMs = 10

interface ProcessTimes {
  readonly parent: number
  /** Milliseconds of CPU, user and system. */
  readonly own: number
  /** The same of children that have ended and were waited for. */
  readonly ended: number
}

/** Milliseconds of CPU that a process has used by itself. */
export function cpuMs(pid: number): number {
  return timesOf(pid)?.own ?? Number.NaN
}

/** Milliseconds of CPU of an embedded Postgres: the server, its processes that run and those that have ended. */
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

/** Undefined when the process has ended. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold anything; state comes after it.
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
