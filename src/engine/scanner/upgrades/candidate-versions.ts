import type { UpgradePlan, UpgradeStrategy } from '../../model/upgrade-plan.ts'
import type { UpgradableProject } from './upgradable-project.ts'
import { upgradeLimits } from './upgrade-limits.ts'
import { priorityOf, type VulnerabilitySource } from './vulnerabilities.ts'

/** Versions to try for one package, and those that were left out. */
export interface CandidateVersions {
  /** Nearest first. */
  readonly versions: readonly string[]
  /** Versions to try if the others conflict with the rest of the project: with more vulnerabilities, fewest first. */
  readonly others: readonly string[]
  readonly notChosen: UpgradePlan['notChosen']
}

/**
 * Returns the versions of a package to try instead of the installed one. For each major version that the strategy
 * allows, these are the lowest and the newest of the versions with the fewest vulnerabilities of their own. Deprecated
 * and yanked versions are left out.
 */
export async function candidateVersions(
  project: UpgradableProject,
  source: VulnerabilitySource,
  {
    name,
    installed,
    strategy,
    includesInstalled = false,
  }: {
    readonly name: string
    readonly installed: string
    readonly strategy: UpgradeStrategy
    readonly includesInstalled?: boolean
  },
): Promise<CandidateVersions> {
  if (strategy === 'in-range') return { versions: [], others: [], notChosen: [] }
  const isSameMajor = (version: string) => project.majorOf(version) === project.majorOf(installed)
  const newer = (await project.versionsOf(name)).filter(
    ({ version }) =>
      project.compare(version, installed) >= (includesInstalled ? 0 : 1) &&
      (strategy === 'major' || isSameMajor(version)),
  )
  const offered = newer.filter(({ discouraged }) => discouraged === undefined).map(({ version }) => version)
  const last = newer.at(-1)
  const notChosen =
    last?.discouraged === undefined ? [] : [{ package: name, version: last.version, ...last.discouraged }]
  const own = Map.groupBy(
    await source.of([installed, ...offered].map((version) => project.componentOf(name, version))),
    ({ component }) => component.version,
  )
  const burdenOf = (version: string) =>
    (own.get(version) ?? []).reduce((sum, { vulnerability }) => sum + priorityOf(vulnerability), 0)
  const nearest = new Map<number, string>()
  for (const version of offered) {
    const burden = burdenOf(version)
    if (!nearest.has(burden)) nearest.set(burden, version)
  }
  const others = [...nearest]
    .filter(([burden]) => burden < burdenOf(installed))
    .sort(([a], [b]) => a - b)
    .map(([, version]) => version)
  const versions = [...Map.groupBy(offered, (version) => project.majorOf(version)).values()].flatMap((ofMajor) => {
    const least = Math.min(...ofMajor.map(burdenOf))
    const best = ofMajor.filter((version) => burdenOf(version) === least)
    return [best[0], best.at(-1)].filter((version) => version !== undefined)
  })
  const tried = nearAndNewest([...new Set(versions)])
  return { versions: tried, others: others.filter((version) => !tried.includes(version)), notChosen }
}

/** Returns the first versions and the last one, within the limit. */
function nearAndNewest(versions: readonly string[]): readonly string[] {
  const { maxVersionsTried: most } = upgradeLimits
  return versions.length <= most ? versions : [...versions.slice(0, most - 1), ...versions.slice(-1)]
}
