import { advisoryKeyOf } from '../advisories/advisory-key.ts'
import type { AdvisoryStore, UnreadableMatch } from '../advisories/advisory-store.ts'
import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import { type Component, type Ecosystem, hasAdvisories } from '../model/component.ts'
import type { AdvisoryShortfall } from '../rules/detector.ts'

export interface AdvisoryAnswer {
  readonly matches: readonly AdvisoryMatch[]
  readonly dates: Partial<Record<Ecosystem, AdvisoryDate>>
  /** Number of possible matches whose advisories do not state the last affected version. */
  readonly undecided: number
  /** Coverage gaps, as sentences. */
  readonly gaps: readonly string[]
  /** Summary of the gaps for the detector's coverage. Absent if none exist. */
  readonly shortfall?: AdvisoryShortfall
}

/** Result of a scan that does not use advisories. */
export const notConsulted: AdvisoryAnswer = { matches: [], dates: {}, undecided: 0, gaps: [] }

/**
 * Matches components with advisories. An ecosystem without advisories is a coverage gap, so the scan does not pass.
 *
 * @param untagged package URLs of submodules whose repositories have no tag for the commit
 */
export async function consultAdvisories(
  service: AdvisoryStore,
  components: readonly Component[],
  signal: AbortSignal,
  untagged: readonly string[] = [],
): Promise<AdvisoryAnswer> {
  const dates: Partial<Record<Ecosystem, AdvisoryDate>> = {}
  const gaps: string[] = []
  const unmatched = notMatched(components, ({ ecosystem }) => !hasAdvisories(ecosystem))
  const unreleased = notMatched(components, isUnreleased)
  const keyed = components.filter((component) => !isUnreleased(component))
  const ecosystems = [...new Set(keyed.map((component) => component.ecosystem))].filter(hasAdvisories)
  // Runs in parallel, so all ecosystems together take no longer than the slowest one.
  const readiness = await Promise.all(
    ecosystems.map(async (ecosystem) => ({ ecosystem, ...(await service.ready(ecosystem, signal)) })),
  )
  for (const { ecosystem, date, problem, remedy } of readiness) {
    if (date) dates[ecosystem] = date
    if (problem !== undefined) gaps.push(gapOf(ecosystem, date, `${problem} ${remedy ?? feedRemedy}`))
  }
  const answerable = keyed.filter((component) => dates[component.ecosystem] !== undefined)
  const { matches, unknownUpperBounds } = await service.match(answerable)
  const unreadable = await service.unreadable(answerable)
  gaps.push(
    ...unreadableGaps(unreadable),
    ...unmatchedGaps(unmatched),
    ...unreleasedGaps(unreleased),
    ...untaggedGaps(answerable, new Set(untagged)),
  )
  const shortfall = shortfallOf({
    missing: [...ecosystems.filter((ecosystem) => dates[ecosystem] === undefined), ...unmatched.keys()],
    outdated: readiness.flatMap(({ ecosystem, date, problem }) => (date && problem !== undefined ? [ecosystem] : [])),
    unreleased: [...unreleased.keys()],
    unreadable: unreadable.length,
    isAnyChecked: answerable.length > 0,
  })
  return { matches, dates, undecided: unknownUpperBounds, gaps, ...(shortfall && { shortfall }) }
}

function shortfallOf({
  missing,
  outdated,
  unreleased,
  unreadable,
  isAnyChecked,
}: {
  readonly missing: readonly Ecosystem[]
  readonly outdated: readonly Ecosystem[]
  readonly unreleased: readonly Ecosystem[]
  readonly unreadable: number
  readonly isAnyChecked: boolean
}): AdvisoryShortfall | undefined {
  const reasons = [
    ...(missing.length > 0 ? [`no advisories for ${missing.join(', ')}`] : []),
    ...(outdated.length > 0 ? [`the advisories for ${outdated.join(', ')} may be outdated`] : []),
    ...(unreleased.length > 0 ? [`the release of ${unreleased.join(', ')} is not known`] : []),
    ...(unreadable > 0 ? ['some advisories could not be read'] : []),
  ]
  if (reasons.length === 0) return undefined
  return { status: isAnyChecked ? 'partial' : 'failed', reason: reasons.join('; ') }
}

const feedRemedy = 'Check the OSV_URL setting, which is the source of advisories.'

/** @param explanation what the problem is and how to solve it */
function gapOf(ecosystem: Ecosystem, date: AdvisoryDate | undefined, explanation: string): string {
  return date
    ? `The advisories for ${ecosystem} may be outdated: ${explanation}`
    : `Assay has no advisories for ${ecosystem}, so it did not check ${ecosystem} packages for known ` +
        `vulnerabilities: ${explanation}`
}

/** Reports whether the component belongs to a distribution whose release is unknown. */
const isUnreleased = (component: Component): boolean =>
  hasAdvisories(component.ecosystem) && advisoryKeyOf(component) === undefined

/**
 * Returns the packages that are not matched, by ecosystem. Omits ecosystems used only for development, such as those of
 * test files and examples.
 */
function notMatched(
  components: readonly Component[],
  isNotMatched: (component: Component) => boolean,
): ReadonlyMap<Ecosystem, readonly Component[]> {
  const others = Map.groupBy(components.filter(isNotMatched), ({ ecosystem }) => ecosystem)
  return new Map([...others].filter(([, ofSystem]) => ofSystem.some(({ dev }) => !dev)))
}

function unmatchedGaps(unmatched: ReadonlyMap<Ecosystem, readonly Component[]>): string[] {
  return [...unmatched].map(([ecosystem, { length, 0: first }]) => {
    const system = ecosystem === 'generic' ? 'packages without a package system' : `packages of ${ecosystem}`
    return (
      `Assay has no advisories for ${system}, so it listed ${length} ` +
      `${length === 1 ? 'package' : 'packages'}, such as ${first?.name} ${first?.version}, and did not check ` +
      `${length === 1 ? 'it' : 'them'} for known vulnerabilities.`
    )
  })
}

/**
 * Returns the gaps for packages whose distribution release is unknown. Package names are the same in all releases, so
 * guessing a release could apply the wrong advisories.
 */
function unreleasedGaps(unreleased: ReadonlyMap<Ecosystem, readonly Component[]>): string[] {
  return [...unreleased].map(
    ([ecosystem, { length, 0: first }]) =>
      `Assay does not know the release of ${ecosystem} for ${length} ${length === 1 ? 'package' : 'packages'}, such ` +
      `as ${first?.name} ${first?.version}, and did not check ${length === 1 ? 'it' : 'them'} for known ` +
      'vulnerabilities. Keep etc/os-release beside the package database, or write "distro" into the package URLs of ' +
      'a bill of materials.',
  )
}

/**
 * Returns the gaps for submodules without a tag. Advisories list tags, but not the commits between them.
 *
 * @param untagged package URLs of submodules whose repositories have no tag for the commit
 */
function untaggedGaps(answerable: readonly Component[], untagged: ReadonlySet<string>): string[] {
  const commits = answerable.filter(
    ({ ecosystem, version, dev }) => ecosystem === 'GIT' && !dev && /^[\da-f]{40,64}$/.test(version),
  )
  const without = namesIn(commits.filter(({ purl }) => untagged.has(purl)))
  const unknown = namesIn(commits.filter(({ purl }) => !untagged.has(purl)))
  const gaps: string[] = []
  if (without !== undefined)
    gaps.push(
      `Assay found no tag for the commit of ${without}, so it found only advisories that name this commit. ` +
        'Use a commit that has a tag.',
    )
  if (unknown !== undefined)
    gaps.push(
      `Assay could not look up a tag for the commit of ${unknown}, so it found only advisories that name this ` +
        'commit. It looks up the tags of 20 submodules at most, only on public hosts such as github.com, and only ' +
        'while resolving dependencies is on.',
    )
  return gaps
}

/** Names the first submodule and counts the others. Undefined if none exist. */
function namesIn([first, ...others]: readonly Component[]): string | undefined {
  if (first === undefined) return undefined
  return others.length === 0
    ? first.name
    : `${first.name} and ${others.length} more ${others.length === 1 ? 'submodule' : 'submodules'}`
}

const maxNamed = 3

/**
 * Returns the gaps for unreadable advisories that name a component's package, because they may describe a
 * vulnerability.
 */
function unreadableGaps(unreadable: readonly UnreadableMatch[]): string[] {
  if (unreadable.length === 0) return []
  const named = unreadable
    .slice(0, maxNamed)
    .map(({ ecosystem, packageName, id }) => `${id} for ${packageName} (${ecosystem})`)
  const rest = unreadable.length - named.length
  return [
    'Advisories for packages in this project could not be read: ' +
      `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. The advisory sync log contains the reasons.`,
  ]
}
