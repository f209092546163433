import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import type { ClusterFiles } from './cluster-files.ts'
import { type Command, spawnOptions } from './command.ts'
import { openBothEnds } from './holders.ts'
import { type RunAs, commandAs } from './run-as.ts'
import { openLog } from './server-log.ts'

// Passed as text, because the user that runs Postgres may not be able to read files in this folder.
const script = readFileSync(new URL('watchdog.sh', import.meta.url), 'utf8')

/** Seconds from fast to immediate shutdown, and from there to SIGKILL. A last checkpoint may have to write 1 GB. */
const patienceSeconds = 60

/** A started watchdog, and this process's reference to the cluster. */
export interface Watchdog {
  /** Watchdog process. It exits with the postmaster's exit code. */
  readonly process: ChildProcess
  /** Writing end of the holders' FIFO. */
  readonly held: number
  /** Size of the log before the start, in bytes. */
  readonly logStart: number
}

/** Starts `postmaster` under a watchdog, which stops it after the last holder has exited. */
export function startUnderWatchdog(files: ClusterFiles, cluster: string, runAs: RunAs, postmaster: Command): Watchdog {
  return spawnWatchdog(files, (script) =>
    commandAs(runAs, 'sh', ['-c', script, cluster, String(patienceSeconds), '-', postmaster.file, ...postmaster.args]),
  )
}

/** Starts a new guard for a running postmaster whose guard was killed. The guard runs as this process's user. */
export function guardRunning(files: ClusterFiles, cluster: string, pid: number): Watchdog {
  return spawnWatchdog(files, (script) => ({
    file: 'sh',
    args: ['-c', script, cluster, String(patienceSeconds), String(pid)],
  }))
}

function spawnWatchdog(files: ClusterFiles, command: (script: string) => Command): Watchdog {
  const shell = command(script)
  const { reading, writing: held } = openBothEnds(files)
  const acks = openSync(
    files.acks,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  )
  const log = openLog(files.log)
  const child = spawn(shell.file, shell.args, { ...spawnOptions(shell), stdio: [reading, acks, log.fd] })
  for (const fd of [reading, acks, log.fd]) closeSync(fd)
  child.unref()
  return { process: child, held, logStart: log.size }
}
