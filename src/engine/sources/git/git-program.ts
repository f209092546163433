import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { ScanFailure } from '../../model/failure.ts'
import type { GitLimits } from './git-limits.ts'

/** Running git process. Disposal kills it. */
export interface GitProcess extends AsyncDisposable {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Resolves when the process ends. Never rejects. */
  readonly ended: Promise<GitEnding>
}

export interface GitEnding {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /**
   * Last lines of standard error, in English. They contain names from the repository, so they must not be displayed.
   */
  readonly words: string
}

export interface GitRun {
  /** Bare repository. It also serves as the process's home, working, and temporary folder. */
  readonly folder: string
  /** Command that starts git for this folder, see `confine-git.ts`. */
  readonly command: readonly string[]
  /** True if git supports `cat-file --batch-command`. */
  readonly takesCommands?: boolean
  readonly limits: GitLimits
  readonly signal: AbortSignal
  /** Called with git's standard error, such as progress messages. */
  readonly onWords?: (words: string) => void
}

/**
 * Settings that override the configuration of the repository and the machine. They disable hooks, credentials, filters,
 * and protocols, so git never connects to anything. They also make git stream large objects and keep pack windows
 * within the address space limit.
 */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'credential.helper=',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'core.bigFileThreshold=16m',
  'core.packedGitWindowSize=16m',
  'core.packedGitLimit=128m',
  'core.deltaBaseCacheLimit=32m',
  'pack.threads=1',
  'pack.windowMemory=64m',
  'core.multiPackIndex=false',
].flatMap((setting) => ['-c', setting])

/** Environment variables for git in addition to PATH. HOME and TMPDIR are the repository folder. */
const environment = [
  'LC_ALL=C',
  'GIT_CONFIG_NOSYSTEM=1',
  'GIT_CONFIG_GLOBAL=/dev/null',
  'GIT_ATTR_NOSYSTEM=1',
  'GIT_TERMINAL_PROMPT=0',
  'GIT_ASKPASS=',
  'SSH_ASKPASS=',
  'GIT_ALLOW_PROTOCOL=none',
  'GIT_NO_REPLACE_OBJECTS=1',
  'GIT_NO_LAZY_FETCH=1',
  'GIT_OPTIONAL_LOCKS=0',
  'HOME=.',
  'XDG_CONFIG_HOME=.',
  'TMPDIR=.',
  'GIT_DIR=.',
]

/**
 * Shell script that removes relative folders from PATH. A shell searches them below its current folder. For git, this
 * is the repository, in which a compromised git can create programs.
 */
export const withoutRelativeFolders = `set -f; IFS=:; folders=
for folder in $PATH; do case $folder in /*) folders=$folders:$folder ;; esac; done
PATH=\${folders#:}; PATH=\${PATH:-/usr/bin:/bin}`

/**
 * Shell script that sets process limits and starts git. `env -i` clears the environment, so git does not inherit it
 * from the shell. If the system does not support one of the limits, git runs without it, but the limits on git's input
 * still apply.
 */
const script = `ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null
ulimit -t "$3" 2>/dev/null; ulimit -n "$4" 2>/dev/null; ulimit -c 0 2>/dev/null
shift 4; ${withoutRelativeFolders}
exec /usr/bin/env -i PATH="$PATH" "$@"`

/** Starts git in its own process group. Aborting the signal kills the group. */
export function startGit(words: readonly string[], { folder, command, limits, signal, onWords }: GitRun): GitProcess {
  const bounds = [
    Math.ceil(limits.maxProcessBytes / 1024),
    Math.ceil((limits.maxPackBytes * 1.25) / 512),
    limits.maxProcessSeconds,
    limits.maxProcessDescriptors,
  ].map(String)
  const child = spawn('/bin/sh', ['-c', script, 'git', ...bounds, ...environment, ...command, ...settings, ...words], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = endOf(child, onWords)
  const stop = () => killGroup(child)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  void ended.then(() => signal.removeEventListener('abort', stop))
  // If the process ends early, its pipes break. The reason is reported by `ended`.
  child.stdin.on('error', () => {})
  child.stdout.on('error', () => {})
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    async [Symbol.asyncDispose]() {
      stop()
      // Unread output would keep the pipe open and delay the end of the process.
      child.stdin.destroy()
      child.stdout.destroy()
      await ended
    },
  }
}

/**
 * Maximum length of standard error. The progress of git has some hundred short lines. A compromised git could write
 * without end, which would occupy this process.
 */
const maxWordCharacters = 1024 * 1024

type Child = ChildProcessByStdio<Writable, Readable, Readable>

function endOf(child: Child, onWords: GitRun['onWords']): Promise<GitEnding> {
  let words = ''
  let characters = 0
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    words = (words + text).slice(-4_096)
    characters += text.length
    onWords?.(text)
    if (characters > maxWordCharacters) child.stderr.destroy()
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: null, words: error.message }))
    // `close` is emitted only after the pipes are closed. Child processes of git could keep them open, but those are
    // killed together with the group.
    child.on('close', (code, signal) => resolve({ code, signal, words }))
  })
}

function killGroup({ pid, exitCode, signalCode }: Child): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Runs git and returns its output. Throws ScanFailure INTERNAL if it fails or is missing. */
export async function runGit(words: readonly string[], run: GitRun): Promise<string> {
  await using git = startGit(words, run)
  git.stdin.end()
  let output = ''
  for await (const chunk of git.stdout.setEncoding('utf8')) output = (output + chunk).slice(0, 65_536)
  const ending = await git.ended
  run.signal.throwIfAborted()
  if (ending.code === 0) return output
  throw ending.code === 127 ? gitMissing() : new Error(`git ${words[0]} failed: ${ending.words}`)
}

/** Oldest tested git version. It supports SHA-256 repositories, limits, and `cat-file`. */
const oldest = [2, 30] as const
/** Version that introduced `cat-file --batch-command`. */
const firstWithCommands = [2, 36] as const
let fit: FitGit | undefined

/** Features of a git that is new enough. */
export type FitGit = Required<Pick<GitRun, 'takesCommands'>>

/** Returns the features of git. Throws ScanFailure INTERNAL if git is missing or too old. */
export async function assertGitIsFit(run: GitRun): Promise<FitGit> {
  if (fit !== undefined) return fit
  // Not confined, because git reads nothing here.
  const version = await runGit(['version'], { ...run, command: ['git'] })
  const [, major = '0', minor = '0'] = /(?<!\d)(\d+)\.(\d+)/.exec(version) ?? []
  const isAtLeast = ([least, leastMinor]: readonly [number, number]) =>
    Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor)
  if (!isAtLeast(oldest)) {
    throw new ScanFailure(
      'INTERNAL',
      `This machine has git ${major}.${minor}, but Assay needs git ${oldest.join('.')} or newer to read ` +
        'repositories. The operator must update git.',
    )
  }
  fit = { takesCommands: isAtLeast(firstWithCommands) }
  return fit
}

/** Returns the failure for a machine without git. */
export const gitMissing = (): ScanFailure =>
  new ScanFailure(
    'INTERNAL',
    'Assay needs git to read repositories, but this machine has no git program. The operator must install ' +
      `git ${oldest.join('.')} or newer.`,
  )
