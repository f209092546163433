import type { Logger } from 'pino'
import type { Isolation } from '../../engine/isolation/isolation.ts'
import type { Config } from '../../settings/settings.ts'
import { filterFailure } from '../../engine/isolation/programs/filter-failure.ts'
import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import { confineGit, gitConfinementInForce } from '../../engine/sources/git/confine-git.ts'
import { gitLimits } from '../../engine/sources/git/git-limits.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { canConfineScanProcess } from '../scans/process/probe-confinement.ts'
import { requireSandbox } from './require-sandbox.ts'
import { scanFoldersOf } from './scan-folders.ts'

/** How the scans of a worker are isolated. */
export interface ScanIsolation extends IsolationInForce {
  /** True if the kernel restricts the scan process and the fetcher. */
  readonly isScanProcessConfined: boolean
}

const scanProcessBounds = {
  confined: [
    'scan process: system call filter and file rules of the kernel: only its temporary files, no network, no ' +
      'secrets, no database, no memory of other processes',
    'fetcher: system call filter and file rules of the kernel: network, and the credentials of running scans; no ' +
      'other files, no other programs or processes, no database',
  ],
  unconfined: [
    'scan process: no secrets in its environment, no database; but network, and files and memory of other processes ' +
      'of this user, because this machine does not support Landlock',
    'fetcher: a process of its own, with the credentials of running scans; but files and memory of other processes ' +
      'of this user, because this machine does not support Landlock',
  ],
} as const

/**
 * Returns the isolation of a worker's scans, including that of git and of the scan process. Logs a warning if it does
 * not meet the settings.
 *
 * @throws ConfigError if the service must not scan on this machine.
 */
export async function isolationOfScans({
  config,
  isolation,
  log,
}: {
  readonly config: Pick<Config, 'dataDir' | 'sandboxDemand' | 'scanEnvironment'>
  readonly isolation: Pick<Isolation, 'inForce'>
  readonly log: Pick<Logger, 'warn'>
}): Promise<ScanIsolation> {
  const git = await confineGit({ temporaryFolder: config.dataDir, limits: gitLimits })
  const { kind, bounds } = isolation.inForce
  const failure = kind === 'confined-child-process' ? await filterFailure() : undefined
  if (failure !== undefined) throw new ConfigError([unusableFilter(failure)])
  const isScanProcessConfined = await canConfineScanProcess(scanFoldersOf(config))
  const warning = requireSandbox(config.sandboxDemand, { parsers: kind, git: git.kind, isScanProcessConfined })
  if (warning) log.warn({ isolation: kind, git: git.kind, isScanProcessConfined }, warning)
  return {
    kind,
    isScanProcessConfined,
    get bounds() {
      const ofProcess = scanProcessBounds[isScanProcessConfined ? 'confined' : 'unconfined']
      return [...bounds, (gitConfinementInForce() ?? git).bound, ...ofProcess]
    },
  }
}

/** Message for a machine on which every scan would fail, whatever the settings allow. */
const unusableFilter = (failure: string) =>
  `The processes that parse project files cannot filter their system calls, so they cannot start (${failure}). ` +
  'Install the package koffi again. In a container, use the default seccomp profile, or one that allows the calls ' +
  'seccomp and prctl.'
