import type { Logger } from 'pino'
import type { Isolation } from '../../engine/isolation/isolation.ts'
import type { Config } from '../../settings/settings.ts'
import { filterFailure } from '../../engine/isolation/programs/filter-failure.ts'
import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import { confineGit, gitConfinementInForce } from '../../engine/sources/git/confine-git.ts'
import { gitLimits } from '../../engine/sources/git/git-limits.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { requireSandbox } from './require-sandbox.ts'

/**
 * Returns the isolation of this process's scans, including that of git. Logs a warning if it does not meet the
 * settings.
 *
 * @throws ConfigError if the service must not scan on this machine.
 */
export async function isolationOfScans({
  config,
  isolation,
  log,
}: {
  readonly config: Pick<Config, 'dataDir' | 'sandboxDemand'>
  readonly isolation: Pick<Isolation, 'inForce'>
  readonly log: Pick<Logger, 'warn'>
}): Promise<IsolationInForce> {
  const git = await confineGit({ temporaryFolder: config.dataDir, limits: gitLimits })
  const { kind, bounds } = isolation.inForce
  const failure = kind === 'confined-child-process' ? await filterFailure() : undefined
  if (failure !== undefined) throw new ConfigError([unusableFilter(failure)])
  const warning = requireSandbox(config.sandboxDemand, { parsers: kind, git: git.kind })
  if (warning) log.warn({ isolation: kind, git: git.kind }, warning)
  return {
    kind,
    get bounds() {
      return [...bounds, (gitConfinementInForce() ?? git).bound]
    },
  }
}

/** Message for a machine on which every scan would fail, whatever the settings allow. */
const unusableFilter = (failure: string) =>
  `The processes that parse project files cannot filter their system calls, so they cannot start (${failure}). ` +
  'Install the package koffi again. In a container, use the default seccomp profile, or one that allows the calls ' +
  'seccomp and prctl.'
