import type { SafeVersions } from '../../model/upgrade-plan.ts'
import { noChanges, type UpgradableProject } from './upgradable-project.ts'
import { upgradeLimits } from './upgrade-limits.ts'
import { priorityOf, type VulnerabilitySource } from './vulnerabilities.ts'

export interface SafeVersionsQuery {
  readonly name: string
  /** Version in use. If undefined, the newest version. */
  readonly version: string | undefined
  /** Returns a project that only installs this version of the package. */
  readonly projectOf: (version: string) => UpgradableProject
}

/**
 * Finds the lowest and the newest version of a package without known vulnerabilities in its own dependency tree.
 * Prefers the major version in use. Returns undefined if the package has no version in the registry.
 */
export async function safeVersions(
  source: VulnerabilitySource,
  { name, version, projectOf }: SafeVersionsQuery,
): Promise<SafeVersions | undefined> {
  const some = projectOf(version ?? '*')
  const all = await some.versionsOf(name)
  const offered = all.filter(({ discouraged }) => discouraged === undefined).map((each) => each.version)
  const current = version ?? offered.at(-1) ?? all.at(-1)?.version
  if (current === undefined) return undefined
  const search = new SafeSearch(source, name, projectOf)
  const candidates = offered.filter((each) => some.compare(each, current) >= 0)
  const own = Map.groupBy(
    await source.of(candidates.map((each) => some.componentOf(name, each))),
    ({ component }) => component.version,
  )
  const clean = candidates.filter((each) => !own.has(each))
  const ofMajor = clean.filter((each) => some.majorOf(each) === some.majorOf(current))
  const nearest = await search.ends(ofMajor)
  const later = clean.filter((each) => some.majorOf(each) !== some.majorOf(current))
  const ofAll = await search.ends(nearest === undefined ? later : later.toReversed().slice(0, 3).toReversed())
  const found = nearest ?? ofAll
  const last = all.at(-1)
  return {
    package: name,
    ecosystem: some.ecosystem,
    version: current,
    vulnerabilities: [...(await search.vulnerabilitiesOf(current))].sort((a, b) => priorityOf(b) - priorityOf(a)),
    ...found,
    isSameMajor: nearest !== undefined,
    ...(nearest !== undefined && ofAll !== undefined && { newestOfAll: ofAll.newest }),
    notChosen: last?.discouraged === undefined ? [] : [{ package: name, version: last.version, ...last.discouraged }],
    gaps: [...search.gaps],
  }
}

class SafeSearch {
  readonly gaps = new Set<string>()
  readonly #source: VulnerabilitySource
  readonly #name: string
  readonly #projectOf: SafeVersionsQuery['projectOf']

  constructor(source: VulnerabilitySource, name: string, projectOf: SafeVersionsQuery['projectOf']) {
    this.#source = source
    this.#name = name
    this.#projectOf = projectOf
  }

  async vulnerabilitiesOf(version: string) {
    const { components, problems } = await this.#projectOf(version).resolve(noChanges)
    for (const problem of problems)
      this.gaps.add(`Assay could not resolve ${problem.trim()} in the tree of ${this.#name} ${version}.`)
    return (await this.#source.of(components)).map(({ vulnerability }) => vulnerability)
  }

  /** Returns the lowest and the newest of some versions whose trees have no known vulnerabilities. */
  async ends(versions: readonly string[]): Promise<{ readonly lowest: string; readonly newest: string } | undefined> {
    const newest = await this.#firstSafe(versions.toReversed())
    if (newest === undefined) return undefined
    return { lowest: (await this.#firstSafe(versions)) ?? newest, newest }
  }

  async #firstSafe(versions: readonly string[]): Promise<string | undefined> {
    for (const version of versions.slice(0, upgradeLimits.maxSafeTried))
      if ((await this.vulnerabilitiesOf(version)).length === 0) return version
    if (versions.length > upgradeLimits.maxSafeTried)
      this.gaps.add(`Assay resolved the trees of ${upgradeLimits.maxSafeTried} versions, which is the limit.`)
    return undefined
  }
}
