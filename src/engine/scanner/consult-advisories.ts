import type { AdvisoryStore, UnreadableMatch } from '../advisories/advisory-store.ts'
import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'

export interface AdvisoryAnswer {
  readonly matches: readonly AdvisoryMatch[]
  readonly dates: Partial<Record<Ecosystem, AdvisoryDate>>
  /** Advisories that name a component's package and not up to which version. */
  readonly undecided: number
  /** Why the answer may lack matches, as sentences. */
  readonly gaps: readonly string[]
}

/** What a scan knows that does without advisories. */
export const notConsulted: AdvisoryAnswer = { matches: [], dates: {}, undecided: 0, gaps: [] }

/** Asks for the flaws of components; an ecosystem without advisories is a gap, not a clean bill. */
export async function consultAdvisories(
  service: AdvisoryStore,
  components: readonly Component[],
  signal: AbortSignal,
): Promise<AdvisoryAnswer> {
  const dates: Partial<Record<Ecosystem, AdvisoryDate>> = {}
  const gaps: string[] = []
  const ecosystems = [...new Set(components.map((component) => component.ecosystem))]
  // Side by side, so that all of them together take no longer than one may.
  const readiness = await Promise.all(
    ecosystems.map(async (ecosystem) => ({ ecosystem, ...(await service.ready(ecosystem, signal)) })),
  )
  for (const { ecosystem, date, problem, remedy } of readiness) {
    if (date) dates[ecosystem] = date
    if (problem !== undefined) gaps.push(gapOf(ecosystem, date, `${problem} ${remedy ?? feedRemedy}`))
  }
  const answerable = components.filter((component) => dates[component.ecosystem] !== undefined)
  const { matches, unknownUpperBounds } = await service.match(answerable)
  gaps.push(...unreadableGaps(await service.unreadable(answerable)))
  return { matches, dates, undecided: unknownUpperBounds, gaps }
}

const feedRemedy = 'The setting OSV_URL says where advisories come from.'

/** `explanation`: what is wrong and what to do. */
function gapOf(ecosystem: Ecosystem, date: AdvisoryDate | undefined, explanation: string): string {
  return date
    ? `The advisories for ${ecosystem} may lack what is known by now: ${explanation}`
    : `There are no advisories for ${ecosystem}, so known vulnerabilities of its packages were not looked ` +
        `for: ${explanation}`
}

const maxNamed = 3

/** A record that names a component's package may be the one that tells of its flaw. */
function unreadableGaps(unreadable: readonly UnreadableMatch[]): string[] {
  if (unreadable.length === 0) return []
  const named = unreadable
    .slice(0, maxNamed)
    .map(({ ecosystem, packageName, id }) => `${id} about ${packageName} (${ecosystem})`)
  const rest = unreadable.length - named.length
  return [
    'Advisories about packages of this project could not be read: ' +
      `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. The log of the advisory sync says why.`,
  ]
}
