import { type SpawnOptions, spawn } from 'node:child_process'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Environment variables for child processes. */
export const cleanEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as const

/** Program, its arguments, and the user that runs it. */
export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

/**
 * Spawns the program in a new session. Ctrl-C in a terminal signals the entire foreground process group, and the
 * database must keep running until the service has drained.
 */
export function spawnOptions(command: Command): SpawnOptions {
  const { uid, gid } = command
  return {
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  }
}

/**
 * Runs a command with `input` on stdin. Throws an EmbeddedPostgresError with the last lines of output if the exit code
 * is not 0.
 */
export function runToEnd(command: Command, purpose: string, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, { ...spawnOptions(command), stdio: 'pipe' })
    let output = ''
    const keep = (chunk: string) => void (output = (output + chunk).slice(-4000))
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.once('error', (error) =>
      reject(new EmbeddedPostgresError(`${purpose} failed: ${command.file} could not be run.`, { cause: error })),
    )
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else
        reject(new EmbeddedPostgresError(`${purpose} failed with ${signal ?? `exit code ${code}`}:\n${output.trim()}`))
    })
    // A child that exits early closes its stdin. Its exit code is more informative than EPIPE.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
