import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childModule } from './built-module.ts'
import { boundsOf, boundsScript, childEnvironment, type Confinement, heapBytes } from './confinement.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import { snapshotDescriptor } from './snapshot-descriptor.ts'

/** Inputs needed to start child processes. */
export interface ChildSetup {
  /** Module that exports `tasks`. */
  readonly tasks: URL
  readonly confinement: Confinement
  readonly limits: IsolationLimits
  /** Tasks that the child loads. Defaults to all tasks that do not require a separate child. */
  readonly onlyTasks?: readonly string[] | undefined
  /** Descriptor of a snapshot from which the child starts, see `ChildSnapshot`. */
  readonly snapshot?: number | undefined
  /** Called if the child ends by itself before it is ready. */
  readonly onStartFailure?: (() => void) | undefined
}

/** Child process with limits, in its own process group. */
export interface SpawnedChild {
  readonly process: ChildProcess
  /** Socket for questions and answers. */
  readonly channel: Socket
  /** The child's standard error. */
  readonly words: Socket
  /**
   * Pipe watched by the guard. When this process ends for any reason, the pipe closes and the guard kills the child.
   */
  readonly held: Socket
}

/**
 * Shell script that starts the guard and then the child. The guard is a shell that waits for a pipe to close. It is
 * needed because a child in an endless loop does not notice that its own pipe has closed. It is in the child's process
 * group, so it ends together with the child.
 */
const script = `( read -r end <&4; kill -KILL $$ ) </dev/null >/dev/null 2>&1 3<&- &
${boundsScript}
shift 4
exec "$@" 4<&-`

/**
 * Node options of a child that starts from a snapshot. By default, V8 would choose a new seed and compute all hashes
 * again, which takes 7 of 50 ms. Children use the seed of the snapshot instead. Each snapshot has a random seed: two
 * snapshots of one program differ in most bytes, but in only six if both were created with the same `--random-seed`.
 */
const snapshotOptions = ['--no-rehash-snapshot']

const programFolder = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)))
const childProgram = childModule(new URL('child.ts', import.meta.url))

/** Starts a child. Throws if the system cannot create a process. */
export function spawnChild({ tasks: module, confinement, limits, onlyTasks, snapshot }: ChildSetup): SpawnedChild {
  const tasks = childModule(module)
  const words = [
    ...boundsOf(limits),
    ...confinement.withoutNetwork,
    process.execPath,
    ...nodeOptions(tasks, confinement, limits),
    ...(snapshot === undefined
      ? [fileURLToPath(childProgram), tasks.href]
      : [...snapshotOptions, '--snapshot-blob', `/proc/self/fd/${snapshotDescriptor}`]),
    String(limits.maxResultBytes),
    onlyTasks?.join(',') ?? '',
    confinement.filtersSystemCalls ? 'filter' : '',
  ]
  const child = spawn('/bin/sh', ['-c', script, 'assay', ...words], {
    cwd: '/',
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', ...(snapshot === undefined ? [] : [snapshot])],
  })
  const [, , errors, channel, held] = child.stdio
  if (!(errors instanceof Socket) || !(channel instanceof Socket) || !(held instanceof Socket))
    throw new Error('a child that scans files could not be started')
  return { process: child, channel, words: errors, held }
}

/** Folders in which Node looks for packages imported by the program. */
const packageFolders = [...ancestors(programFolder)]
  .map((folder) => join(folder, 'node_modules'))
  .filter((folder) => existsSync(folder))

function* ancestors(folder: string): Generator<string> {
  yield folder
  if (dirname(folder) !== folder) yield* ancestors(dirname(folder))
}

/**
 * Returns the Node options. The child may only read the files needed to load the program. Native addons are allowed
 * because the parsers require them.
 */
function nodeOptions(tasks: URL, { stackKiB }: Confinement, limits: IsolationLimits): string[] {
  const readable = [
    `${programFolder}/dist/*`,
    `${programFolder}/package.json`,
    ...packageFolders.map((folder) => `${folder}/*`),
    `${dirname(fileURLToPath(tasks))}/*`,
  ]
  return [
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${Math.floor(heapBytes(limits) / 1024 / 1024)}`,
    `--max-semi-space-size=${Math.floor(limits.maxNewObjectBytes / 1024 / 1024)}`,
    // JavaScript gets three quarters of the stack. Deep recursion then throws in the task before native code can
    // overflow the stack.
    ...(stackKiB === undefined ? [] : [`--stack-size=${Math.floor(stackKiB * 0.75)}`]),
  ]
}
