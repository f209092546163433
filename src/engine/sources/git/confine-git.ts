import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  type ProgramConfinement,
  type ProgramConfinementKind,
  unconfinedProgram,
  waysToConfine,
} from '../../isolation/programs/confine-program.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { ScanFailure } from '../../model/failure.ts'
import type { GitReach } from '../source.ts'
import type { GitLimits } from './git-limits.ts'
import { gitMissing, startGit, withoutRelativeFolders } from './git-program.ts'

/** What a test run of git needs. The run has a folder of its own in the temporary folder. */
export interface GitTrial extends Pick<GitReach, 'temporaryFolder' | 'requiresFileRules'> {
  readonly limits: GitLimits
}

/** How git processes are confined on this machine. */
export interface GitConfinement extends Omit<ProgramConfinement, 'kind'> {
  /** `absent` if this machine has no git. */
  readonly kind: ProgramConfinementKind | 'absent'
  /** Sentence part for `coverage.isolation`. */
  readonly bound: string
}

const bounds: Readonly<Record<GitConfinement['kind'], string>> = {
  'calls-and-files':
    'git: system call filter and file rules of the kernel: only the files of its repository, no other programs or ' +
    'processes, no signals, no network',
  calls:
    'git: system call filter of the kernel: no new processes, no signals, no sockets; but access to files, programs, ' +
    'and the memory of other processes of this user, because this machine does not support Landlock',
  none: 'git: no system call filter, because this machine does not support it or git is a script',
  absent: 'git: not installed',
}

const unconfined = unconfinedProgram('git')

let confinement: Promise<GitConfinement> | undefined
let latest: GitConfinement | undefined

/** Returns the latest result of `confineGit`. It changes if git was installed, updated, or removed. */
export const gitConfinementInForce = (): GitConfinement | undefined => latest

/**
 * Returns how git is confined on this machine. The first call finds out by running git, in about 60 ms of CPU time. If
 * that fails, for example because the machine is overloaded, the next call tries again. Throws ScanFailure INTERNAL if
 * git is less confined than required.
 */
export async function confineGit(trial: GitTrial): Promise<GitConfinement> {
  confinement ??= probe(trial).catch((error: unknown) => {
    forgetConfinement()
    throw error
  })
  const found = await confinement
  if (trial.requiresFileRules !== true || found.kind === 'calls-and-files' || found.kind === 'absent') return found
  // The machine may only have been short of memory.
  forgetConfinement()
  throw new ScanFailure(
    'INTERNAL',
    'Assay did not read the repository, because this machine cannot restrict the files of git. The operator must ' +
      'restore that, or set ASSAY_REQUIRE_SANDBOX=off.',
  )
}

/** Makes the next call find out again, because git was installed or updated since. */
export function forgetConfinement(): void {
  confinement = undefined
}

async function probe(trial: GitTrial): Promise<GitConfinement> {
  const { kind, open } = await strongest(trial)
  if (kind === 'absent') forgetConfinement()
  latest = { kind, open, bound: bounds[kind] }
  return latest
}

type Way = Omit<GitConfinement, 'bound'>

async function strongest(trial: GitTrial): Promise<Way> {
  if (process.platform !== 'linux') return unconfined
  const program = pathOfGit()
  // The search can miss a git that a shell would find, so git must not be started anyway.
  if (program === undefined) return { kind: 'absent', open: () => Promise.reject(gitMissing()) }
  for (const way of waysToConfine(program)) if (await works(way, trial)) return way
  return unconfined
}

/** Returns the path of git, or undefined if this machine has none. */
function pathOfGit(): string | undefined {
  const { stdout } = spawnSync('/bin/sh', ['-c', `${withoutRelativeFolders}; command -v git`], { encoding: 'utf8' })
  const path = stdout?.trim()
  return path?.startsWith('/') ? realpathSync(path) : undefined
}

/** How long git may take to start on an overloaded machine. */
const startTimeoutMs = 30_000

/** Reports whether git runs in this way, and whether it cannot read a file outside its folder. */
async function works({ kind, open }: ProgramConfinement, { temporaryFolder, limits }: GitTrial): Promise<boolean> {
  const home = await makeTemporaryFolder(temporaryFolder, 'git')
  const signal = AbortSignal.timeout(startTimeoutMs)
  const outside = fileURLToPath(import.meta.url)
  try {
    const run = { ...(await open(home)), limits, signal }
    await using git = startGit(['hash-object', '--no-filters', '--', outside], run)
    git.stdin.end()
    git.stdout.resume()
    const { code, signal: killedBy, words } = await git.ended
    signal.throwIfAborted()
    // The system could not create the process, or killed it because memory ran out. Another way would be weaker.
    if (code === null && (killedBy === null || killedBy === 'SIGKILL'))
      throw new Error('git could not be started', { cause: new Error(words) })
    return kind === 'calls' ? code === 0 : code === 128 && words.includes(`${outside}' for reading: Permission denied`)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
