import type { PomCoordinates } from '../../sources/package-registries/maven-repository.ts'
import type { WalkBudget } from '../npm-tree/walk-budget.ts'
import type { EffectivePom, EffectivePoms } from './effective-pom.ts'
import { type MavenDependency, nameOf } from './maven-dependency.ts'
import type { PomSource } from './pom-source.ts'
import { allowsVersion, highestVersion, onlyVersion, parseRanges, type VersionRanges } from './version-range.ts'

/** POM of a dependency after relocations, or why it is unknown. */
export interface Described {
  readonly coordinates: PomCoordinates
  readonly pom: EffectivePom | undefined
  readonly problem: string | undefined
}

/** Services needed by `describeArtifact`. */
export interface DescribeInput {
  readonly source: PomSource
  readonly poms: EffectivePoms
  readonly budget: WalkBudget
}

/** Context of a dependency declaration. */
export interface DescribeOptions {
  /** True if the project itself declares the dependency. */
  readonly isDirect: boolean
  /** Applies the project's dependency management to a declaration. */
  readonly managed: (dependency: MavenDependency) => MavenDependency
  /** Version ranges in other declarations. The selected version must satisfy all of them. */
  readonly ranges: readonly VersionRanges[]
}

/** Maximum number of relocations of one artifact. */
const maxRelocations = 10

/** Resolves a dependency's version and its POM after all relocations. Throws only if the signal aborts. */
export async function describeArtifact(
  input: DescribeInput,
  dependency: MavenDependency,
  { isDirect, managed, ranges }: DescribeOptions,
): Promise<Described> {
  const { group, artifact } = dependency
  const unknown = (problem: string, version = ''): Described => ({
    coordinates: { group, artifact, version },
    pom: undefined,
    problem,
  })
  if (dependency.version === undefined)
    return unknown(isDirect ? 'no parent or BOM that could be read sets its version' : 'the POM sets no version for it')
  if (dependency.version.includes('${')) return unknown('its version is a property without a value')
  const version = await versionOf(input, dependency, ranges)
  if ('problem' in version) return unknown(version.problem)
  // A `system` dependency is a file on the local machine and has no POM.
  if (dependency.scope === 'system')
    return { coordinates: { group, artifact, ...version }, pom: undefined, problem: undefined }
  let coordinates: PomCoordinates = { group, artifact, version: version.version }
  const seen = new Set<string>()
  for (;;) {
    const pom = await input.poms.of(coordinates)
    if ('problem' in pom) return { coordinates, pom: undefined, problem: pom.problem }
    if (pom.relocation === undefined) return { coordinates, pom, problem: undefined }
    seen.add(nameOf(coordinates))
    const next = managed({ ...dependency, ...pom.relocation })
    coordinates = { group: next.group, artifact: next.artifact, version: next.version ?? pom.relocation.version }
    if (seen.has(nameOf(coordinates)) || seen.size > maxRelocations)
      return { coordinates, pom: undefined, problem: 'its relocations form a cycle' }
  }
}

/** Resolves the version of a dependency. For a range, this is the highest version that satisfies it. */
async function versionOf(
  { source, budget }: DescribeInput,
  { group, artifact, version = '' }: MavenDependency,
  others: readonly VersionRanges[],
): Promise<{ readonly version: string } | { readonly problem: string }> {
  const ranges = parseRanges(version)
  const isLatest = version === 'LATEST' || version === 'RELEASE'
  if (ranges === undefined && !isLatest) return { version }
  const only = ranges && onlyVersion(ranges)
  if (only !== undefined) return { version: only }
  const reading = await source.versions(group, artifact)
  if ('problem' in reading) return reading
  const all = [...(ranges === undefined ? [] : [ranges]), ...others]
  // Every version is compared with every range.
  budget.spend(reading.versions.length * Math.max(all.flat().length, 1))
  const highest = highestVersion(
    reading.versions.filter(
      (candidate) =>
        all.every((range) => allowsVersion(range, candidate)) &&
        (ranges !== undefined || !candidate.endsWith('-SNAPSHOT')),
    ),
  )
  return highest === undefined ? { problem: 'no published version matches' } : { version: highest }
}
