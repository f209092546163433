import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import type { GitConfinement } from '../../engine/sources/git/confine-git.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { SandboxDemand } from '../../settings/settings.ts'

/** Isolation of the processes that read hostile files. */
export interface Sandboxes {
  /** Processes that parse project files. */
  readonly parsers: IsolationInForce['kind']
  readonly git: GitConfinement['kind']
  /** True if the kernel restricts the scan process and the fetcher. */
  readonly isScanProcessConfined: boolean
}

/**
 * Checks that the processes that read hostile files are sandboxed as the settings require.
 *
 * @returns A warning for the operator, or undefined.
 * @throws ConfigError if the service must not scan on this machine.
 */
export function requireSandbox(demand: SandboxDemand, sandboxes: Sandboxes): string | undefined {
  const problem = demand === 'off' ? undefined : problemOf(sandboxes)
  if (problem === undefined) return undefined
  if (demand === 'on') throw new ConfigError([`ASSAY_REQUIRE_SANDBOX: ${problem} ${exception}`])
  return `${problem} The next release will not start in this state. ${exception}`
}

function problemOf({ parsers, git, isScanProcessConfined }: Sandboxes): string | undefined {
  if (parsers !== 'confined-child-process') return `${unconfined} ${remedy}`
  if (git === 'calls' || git === 'none') return `${unconfinedGit} ${remedyOfGit} ${remedyOfFiles}`
  return isScanProcessConfined ? undefined : `${unconfinedScans} ${remedyOfFiles}`
}

const unconfined =
  'This machine cannot filter the system calls of the processes that parse project files. A vulnerability in a ' +
  'parser could expose the secrets of the service.'
const remedy =
  'Run the worker on Linux, on x64 or arm64, with the package koffi installed. In a container, use the default ' +
  'seccomp profile, or one that allows the calls seccomp and prctl.'
const unconfinedGit =
  'This machine cannot restrict the files of git, which unpacks repositories. A vulnerability in git could expose ' +
  'the secrets of the service.'
const unconfinedScans =
  'This machine cannot restrict the processes that fetch and scan. A vulnerability in the JavaScript ' +
  'engine could expose the secrets of the service.'
const remedyOfGit = 'Use a git that is a program and not a script.'
const remedyOfFiles =
  'Use a kernel with Landlock (Linux 5.13 or newer, with "landlock" in /sys/kernel/security/lsm). In a container, ' +
  'use a seccomp profile that allows the three calls whose names start with landlock_.'
const exception = 'To run without this protection, set ASSAY_REQUIRE_SANDBOX=off.'
