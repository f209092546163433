import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'

/** A process of a worker, and its socket. */
export interface StartedProcess {
  readonly pid: number | undefined
  readonly socket: Socket
  /** Resolves with a description of the end, including the last output. Never rejects. */
  readonly ended: Promise<string>
  kill(): void
}

export interface ProcessStart {
  readonly command: readonly string[]
  /** Complete environment, apart from settings of the allocator. */
  readonly environment: Readonly<Record<string, string>>
  /** How much lower the priority of the process and its children is than the one of this process. Defaults to 0. */
  readonly niceness?: number
  /** The process gets this socket as descriptor 4, in place of a new one. */
  readonly peer?: Socket
}

/** Settings of the allocator, as for all processes. See `assay.js`. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Shell script that starts a guard and then the process. When the worker ends for any reason, its pipe closes and the
 * guard kills the group of the process, which may be in an endless loop. The system kills the process before the worker
 * if memory runs out. Its own children, which start with this setting too, are larger and are killed before it.
 */
const script = `{ echo 500 >/proc/self/oom_score_adj; } 2>/dev/null
( read -r end <&5; kill -KILL -$$ ) </dev/null >/dev/null 2>&1 3<&- 4<&- &
exec "$@" 5<&-`

const maxLastWords = 4_096
/** Time for the last output of an ended process to arrive. */
const lastWordsMs = 100

/**
 * Starts a process in a group of its own, with a socket to this one as descriptor 3, and a socket to another process as
 * descriptor 4. Throws if the system cannot create a process.
 *
 * @returns The process, and the other end of descriptor 4. It is undefined if the caller has passed that descriptor
 */
export function startProcess({ command, environment, niceness = 0, peer }: ProcessStart): {
  readonly started: StartedProcess
  readonly peer: Socket | undefined
} {
  const child = spawn('/bin/sh', ['-c', script, 'assay', ...command], {
    cwd: '/',
    env: { ...environment, ...allocator },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', peer ?? 'pipe', 'pipe'],
  }) as ChildProcess
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  // Without a listener, this event ends the worker. Node emits it even if no process and no streams exist (EMFILE).
  child.once('error', (error) => resolve(error.message))
  const [, , errors, socket, opened, held] = (child.stdio ?? []) as readonly unknown[]
  if (!(errors instanceof Socket) || !(socket instanceof Socket) || !(held instanceof Socket))
    throw new Error('the process could not be started')
  let lastWords = ''
  errors.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-maxLastWords)))
  for (const stream of [errors, held]) stream.on('error', () => {})
  // The worker ends when its jobs have ended, whether a process is left or not.
  for (const part of [child, errors, socket, held]) part.unref()
  // A program that the process left running can hold the streams open, so they end with the process. Its last output
  // has usually arrived.
  child.once('exit', (code, signal) => {
    // It may have left programs in its group. The group still has its number, because the guard is in it.
    killGroup(child)
    setTimeout(() => {
      for (const stream of [errors, socket, held]) stream.destroy()
      resolve([`${signal ?? `exit code ${code}`}`, lastWords.trim()].filter((part) => part !== '').join(', '))
    }, lastWordsMs)
  })
  if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness)
  const started: StartedProcess = {
    pid: child.pid,
    socket,
    ended,
    kill() {
      if (child.exitCode === null && child.signalCode === null) killGroup(child)
    },
  }
  return { started, peer: peer === undefined && opened instanceof Socket ? opened : undefined }
}

function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return
  try {
    process.kill(-leader.pid, 'SIGKILL')
  } catch {
    leader.kill('SIGKILL')
  }
}

/** Lowers the priority of a process that has just started, so all of its threads and children inherit it. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, getPriority() + niceness)
  } catch {
    // The process has ended, or the system does not allow it. The process then competes with the service.
  }
}
