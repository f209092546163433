import type { AdvisoryMatching } from '../advisories/match.ts'
import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'
import type { AdvisoryReadiness } from './await-advisories.ts'

/** What a scan asks of the advisories. */
export interface AdvisoryService {
  /** Waits, within bounds, for an ecosystem's advisories. */
  ready(ecosystem: Ecosystem, signal: AbortSignal): Promise<AdvisoryReadiness>
  match(components: readonly Component[]): Promise<AdvisoryMatching>
}

export interface AdvisoryAnswer {
  readonly matches: readonly AdvisoryMatch[]
  readonly dates: Partial<Record<Ecosystem, AdvisoryDate>>
  /** Advisories that name a component's package and not up to which version. */
  readonly undecided: number
  /** Why the answer may lack matches, as sentences. */
  readonly gaps: readonly string[]
}

/** Asks for the flaws of components; an ecosystem without advisories is a gap, not a clean bill. */
export async function consultAdvisories(service: AdvisoryService, components: readonly Component[], signal: AbortSignal): Promise<AdvisoryAnswer> {
  const dates: Partial<Record<Ecosystem, AdvisoryDate>> = {}
  const gaps: string[] = []
  for (const ecosystem of new Set(components.map((component) => component.ecosystem))) {
    const { date, problem } = await service.ready(ecosystem, signal)
    if (date) dates[ecosystem] = date
    if (problem !== undefined) gaps.push(gapOf(ecosystem, date, problem))
  }
  const { matches, unknownUpperBounds, unmatchedEcosystems } = await service.match(components.filter((component) => dates[component.ecosystem] !== undefined))
  for (const ecosystem of unmatchedEcosystems) gaps.push(`Versions of ${ecosystem} packages cannot be compared yet, so their known vulnerabilities were not looked for.`)
  return { matches, dates, undecided: unknownUpperBounds, gaps }
}

function gapOf(ecosystem: Ecosystem, date: AdvisoryDate | undefined, problem: string): string {
  const remedy = 'The setting OSV_URL says where advisories come from.'
  return date
    ? `The advisories for ${ecosystem} may lack what is known by now: ${problem} ${remedy}`
    : `There are no advisories for ${ecosystem}, so known vulnerabilities of its packages were not looked for: ${problem} ${remedy}`
}
