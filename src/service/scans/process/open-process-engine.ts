import type { Log } from '../../../engine/model/log.ts'
import type { Connect } from '../../../engine/net/connections.ts'
import { openEngine } from '../../../engine/scanner/open-engine.ts'
import type { ScanContext } from '../../../engine/scanner/scan-context.ts'
import type { ProcessSettings } from './messages.ts'

/**
 * Opens what all scans of a scan process share. Its advisories and results come from the worker, for each scan.
 *
 * @param connect opens connections in the fetcher
 */
export function openProcessEngine(
  { registries, temporaryFolder, resolves, requiresFileRules, githubHost }: ProcessSettings,
  log: Log,
  connect: Connect,
): ScanContext {
  const { npmByScope, privateMavenGroups, ...addresses } = registries
  const engine = openEngine({
    registries: {
      ...addresses,
      npmByScope: new Map(npmByScope),
      privateMavenGroups: new Set(privateMavenGroups),
    },
    connect,
    temporaryFolder,
    resolves,
    log,
  })
  const { sources } = engine
  return {
    ...engine,
    sources: {
      ...sources,
      git: { ...sources.git, requiresFileRules, ...(githubHost !== undefined && { githubHost }) },
    },
  }
}
