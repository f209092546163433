import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { ScanFailure } from '../../model/failure.ts'
import type { GitLimits } from './git-limits.ts'

/** A git process with limits. */
export interface GitProcess extends AsyncDisposable {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Result of the process. Never rejects. */
  readonly ended: Promise<GitEnding>
}

export interface GitEnding {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /**
   * The last lines of its output, in English. Contains names of objects in the repository, so it must not be displayed.
   */
  readonly words: string
}

export interface GitRun {
  /** The bare repository. Its folder is the process's home, working folder, and temporary folder. */
  readonly folder: string
  readonly limits: GitLimits
  readonly signal: AbortSignal
  /** Receives git's standard error, such as its progress. */
  readonly onWords?: (words: string) => void
}

/**
 * Neither the repository nor the machine can configure git: no hooks, credentials, filters, or protocols, so that no
 * git process connects to anything. Objects above the threshold are streamed instead of loaded, and pack windows are
 * small enough for the address space limit.
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

/** The environment of git in addition to PATH. HOME and TMPDIR are its own folder. */
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
 * `env -i` clears the environment. Only the shell of the first line sees it. A system without one of the limits runs
 * without it. The limits on git's input remain.
 */
const script = `ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null
ulimit -t "$3" 2>/dev/null; ulimit -c 0 2>/dev/null
shift 3; exec /usr/bin/env -i PATH="$PATH" "$@"`

/** Starts git in its own process group, which an abort kills. */
export function startGit(words: readonly string[], { folder, limits, signal, onWords }: GitRun): GitProcess {
  const bounds = [
    Math.ceil(limits.maxProcessBytes / 1024),
    Math.ceil((limits.maxPackBytes * 1.25) / 512),
    limits.maxProcessSeconds,
  ].map(String)
  const child = spawn('/bin/sh', ['-c', script, 'git', ...bounds, ...environment, 'git', ...settings, ...words], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = endOf(child, onWords)
  const stop = () => killGroup(child)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  void ended.then(() => signal.removeEventListener('abort', stop))
  // A process that ends early leaves broken pipes. `ended` contains the reason.
  child.stdin.on('error', () => {})
  child.stdout.on('error', () => {})
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    async [Symbol.asyncDispose]() {
      stop()
      // Unread output would keep the pipe open and delay the end.
      child.stdin.destroy()
      child.stdout.destroy()
      await ended
    },
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

function endOf(child: Child, onWords: GitRun['onWords']): Promise<GitEnding> {
  let words = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    words = (words + text).slice(-4_096)
    onWords?.(text)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, signal: null, words: error.message }))
    // `close` waits for the pipes, which child processes of a killed process might hold. The group is killed with it.
    child.on('close', (code, signal) => resolve({ code, signal, words }))
  })
}

function killGroup({ pid, exitCode, signalCode }: Child): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
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

/** The oldest tested version with SHA-256 repositories, limits, and `cat-file`. */
const oldest = [2, 30] as const
let isFit = false

/** Throws ScanFailure INTERNAL if git is missing or too old. */
export async function assertGitIsFit(run: GitRun): Promise<void> {
  if (isFit) return
  const version = await runGit(['version'], run)
  const [, major = '0', minor = '0'] = /(?<!\d)(\d+)\.(\d+)/.exec(version) ?? []
  if (Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1])) {
    throw new ScanFailure(
      'INTERNAL',
      `This machine has git ${major}.${minor}, but Assay needs git ${oldest.join('.')} or newer to read ` +
        'repositories. The operator must update git.',
    )
  }
  isFit = true
}

const gitMissing = () =>
  new ScanFailure(
    'INTERNAL',
    'Assay needs git to read repositories, but this machine has no git program. The operator must install ' +
      `git ${oldest.join('.')} or newer.`,
  )
