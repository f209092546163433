import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { builtModule } from '../../../engine/isolation/built-module.ts'
import { confinedNodeProgram, type ProgramFolders } from '../../../engine/isolation/programs/node-program.ts'

/** A scan process and its socket. */
export interface StartedProcess {
  readonly pid: number | undefined
  readonly socket: Socket
  /** Resolves with a description of the end, including the last output. Never rejects. */
  readonly ended: Promise<string>
  kill(): void
}

export interface StartOptions {
  /** Folders that the process may use. */
  readonly folders: ProgramFolders
  /** Complete environment of the process, apart from settings of the allocator. */
  readonly environment: Readonly<Record<string, string>>
  /** True if the kernel must restrict the files of the process. */
  readonly isConfined: boolean
  /** Module to run. Defaults to the scan process. */
  readonly module?: URL
}

/** Settings of the allocator, as for all processes. See `assay.js`. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Shell script that starts a guard and then the process. When the worker ends for any reason, its pipe closes and the
 * guard kills the process, which may be in an endless loop. The system kills the process before the worker if memory
 * runs out. Its own children, which start with this setting too, are larger and are killed before it.
 */
const script = `{ echo 500 >/proc/self/oom_score_adj; } 2>/dev/null
( read -r end <&4; kill -KILL $$ ) </dev/null >/dev/null 2>&1 3<&- &
exec "$@" 4<&-`

const maxLastWords = 4_096
/** Time for the last output of an ended process to arrive. */
const lastWordsMs = 100

/** Starts a scan process. Throws if the system cannot create a process. */
export function startScanProcess({
  folders,
  environment,
  isConfined,
  module = new URL('scan-process.ts', import.meta.url),
}: StartOptions): StartedProcess {
  const words = [...memoryFlags(), '--no-warnings', fileURLToPath(builtModule(module))]
  const command = isConfined ? confinedNodeProgram(words, folders) : [process.execPath, ...words]
  const child = spawn('/bin/sh', ['-c', script, 'assay', ...command], {
    cwd: '/',
    env: { ...environment, ...allocator, TMPDIR: folders.ownFolder },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , errors, socket, held] = child.stdio
  if (!(errors instanceof Socket) || !(socket instanceof Socket) || !(held instanceof Socket))
    throw new Error('the scan process could not be started')
  let lastWords = ''
  errors.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-maxLastWords)))
  for (const stream of [errors, held]) stream.on('error', () => {})
  // The worker ends when its jobs have ended, whether a scan process is left or not.
  for (const part of [child, errors, socket, held]) part.unref()
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  child.once('error', (error) => resolve(error.message))
  // A program that the process left running can hold the streams open, so they end with the process. Its last output
  // has usually arrived.
  child.once('exit', (code, signal) =>
    setTimeout(() => {
      for (const stream of [errors, socket, held]) stream.destroy()
      resolve([`${signal ?? `exit code ${code}`}`, lastWords.trim()].filter((part) => part !== '').join(', '))
    }, lastWordsMs),
  )
  return {
    pid: child.pid,
    socket,
    ended,
    kill() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    },
  }
}

/** The limits of V8 that this process has. */
function memoryFlags(): string[] {
  const limit = Math.floor(getHeapStatistics().heap_size_limit / 1024 / 1024)
  return [
    `--max-old-space-size=${limit}`,
    ...process.execArgv.filter((flag) => flag.startsWith('--max-semi-space-size=')),
  ]
}
