import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A running postmaster's data in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly status: 'starting' | 'ready' | 'stopping'
}

/**
 * The name that every process of a cluster shows in /proc (setting `cluster_name`): device and inode of its folder, so
 * that it follows renames and bind mounts and differs for copies. Read from /proc/<pid>/cmdline, which needs no
 * privilege. /proc/<pid>/cwd needs CAP_SYS_PTRACE, which root in a container does not have.
 */
export function clusterName(dataFolder: string): string {
  const { dev, ino } = statSync(dataFolder, { bigint: true })
  return `assay[${dev}:${ino}]`
}

/**
 * The postmaster that runs on `dataFolder`. Undefined if the folder or `postmaster.pid` is missing, or if its pid is
 * dead or belongs to a different program.
 */
export function livePostmaster(dataFolder: string): Postmaster | undefined {
  const { pid, port, status } = readPostmasterFile(dataFolder) ?? {}
  if (pid === undefined || port === undefined || !isClusterProcess(pid, clusterName(dataFolder))) return undefined
  return { pid, port, status: status === 'ready' || status === 'stopping' ? status : 'starting' }
}

/** Whether the process in `postmaster.pid` still runs: a postmaster, or a single-user backend (with a negative pid). */
export function isOccupied(dataFolder: string): boolean {
  const { pid } = readPostmasterFile(dataFolder) ?? {}
  return pid !== undefined && isClusterProcess(Math.abs(pid), clusterName(dataFolder))
}

/** Pids of all processes of a cluster: the postmaster, its children, and backends that outlived a killed postmaster. */
export function clusterProcesses(name: string): number[] {
  return processesOf('postgres', name)
}

/** Pids of the processes of a program that have `text` in their command line. */
export function processesOf(program: string, text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isProcessOf(program, pid, text))
}

/**
 * Whether a pid belongs to a cluster. False for a zombie (its command line is empty) and for the watchdog, which has
 * the name among its arguments but is `sh`.
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
 * Whether a process has the name in its command line. Also true for the watchdog, and for a shell that is about to
 * become the postmaster.
 */
export function mentionsCluster(pid: number, name: string): boolean {
  return commandLine(pid).includes(name)
}

/** Arguments, each followed by NUL. Empty for a zombie and for a missing process. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Lines 1, 4, and 8 (src/include/utils/pidfile.h). Postgres writes them one after the other, so the later ones may be
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
