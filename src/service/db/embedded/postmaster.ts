import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Running postmaster's data, from `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly status: 'starting' | 'ready' | 'stopping'
}

/**
 * Returns the value of `cluster_name`, which every process in a cluster shows in /proc: the folder's device and inode.
 * It survives renames and bind mounts, and differs for copies. It is read from /proc/<pid>/cmdline, which requires no
 * privileges. /proc/<pid>/cwd requires CAP_SYS_PTRACE, which root in a container lacks.
 */
export function clusterName(dataFolder: string): string {
  const { dev, ino } = statSync(dataFolder, { bigint: true })
  return `assay[${dev}:${ino}]`
}

/**
 * Returns the postmaster that runs on `dataFolder`, or undefined if the folder or `postmaster.pid` is missing, or if
 * the pid is dead or belongs to another program.
 */
export function livePostmaster(dataFolder: string): Postmaster | undefined {
  const { pid, port, status } = readPostmasterFile(dataFolder) ?? {}
  if (pid === undefined || port === undefined || !isClusterProcess(pid, clusterName(dataFolder))) return undefined
  return { pid, port, status: status === 'ready' || status === 'stopping' ? status : 'starting' }
}

/**
 * Reports whether the process in `postmaster.pid` still runs: a postmaster, or a single-user backend (whose pid is
 * negative there).
 */
export function isOccupied(dataFolder: string): boolean {
  const { pid } = readPostmasterFile(dataFolder) ?? {}
  return pid !== undefined && isClusterProcess(Math.abs(pid), clusterName(dataFolder))
}

/**
 * Lists the pids of all of a cluster's processes: the postmaster, its children, and backends that outlived a killed
 * postmaster.
 */
export function clusterProcesses(name: string): number[] {
  return processesOf('postgres', name)
}

/** Lists the pids of a program's processes whose command line contains `text`. */
export function processesOf(program: string, text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isProcessOf(program, pid, text))
}

/**
 * Reports whether a pid belongs to a cluster. False for a zombie, whose command line is empty, and for the watchdog,
 * which has the name among its arguments but is `sh`.
 */
export function isClusterProcess(pid: number, name: string): boolean {
  return isProcessOf('postgres', pid, name)
}

function isProcessOf(program: string, pid: number, text: string): boolean {
  // `/…/bin/postgres\0-D\0…` for the postmaster, `postgres: assay[1:2]: checkpointer` for a child.
  const line = commandLine(pid)
  return line.includes(text) && basename(line.split(/[\0:]/, 1)[0] ?? '') === program
}

/**
 * Reports whether a process has the name in its command line. Also true for the watchdog, and for a shell that is about
 * to become the postmaster.
 */
export function mentionsCluster(pid: number, name: string): boolean {
  return commandLine(pid).includes(name)
}

/** Returns the arguments, each followed by NUL. Empty if the process is a zombie or does not exist. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Reads lines 1, 4, and 8 (src/include/utils/pidfile.h). Postgres writes the lines one by one, so the later ones may be
 * missing.
 */
function readPostmasterFile(
  dataFolder: string,
): { pid: number; port: number | undefined; status: string | undefined } | undefined {
  let text: string
  try {
    text = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  const [pid, , , port, , , , status] = text.split('\n')
  return Number.isInteger(Number(pid)) && pid
    ? { pid: Number(pid), port: Number(port) || undefined, status: status?.trim() }
    : undefined
}
