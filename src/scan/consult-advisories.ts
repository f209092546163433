import type { AdvisoryDate, AdvisoryMatch } from '../model/advisory.ts'
import type { Component, Ecosystem } from '../model/component.ts'

/** Whether an ecosystem's advisories can be asked: their date, or why there are none. */
export type AdvisoryReadiness = { readonly date: AdvisoryDate } | { readonly problem: string }

/** What a scan asks of the advisories. */
export interface AdvisoryService {
  /** Waits, within bounds, for the first sync of an ecosystem. */
  ready(ecosystem: Ecosystem, signal: AbortSignal): Promise<AdvisoryReadiness>
  match(components: readonly Component[]): Promise<{ readonly matches: readonly AdvisoryMatch[]; readonly gaps: readonly string[] }>
}

export interface AdvisoryAnswer {
  readonly matches: readonly AdvisoryMatch[]
  readonly dates: Partial<Record<Ecosystem, AdvisoryDate>>
  /** Why the answer may lack matches, as sentences. */
  readonly gaps: readonly string[]
}

/** Asks for the flaws of components; an ecosystem without advisories is a gap, not a clean bill. */
export async function consultAdvisories(service: AdvisoryService, components: readonly Component[], signal: AbortSignal): Promise<AdvisoryAnswer> {
  const dates: Partial<Record<Ecosystem, AdvisoryDate>> = {}
  const gaps: string[] = []
  for (const ecosystem of new Set(components.map((component) => component.ecosystem))) {
    const readiness = await service.ready(ecosystem, signal)
    if ('date' in readiness) dates[ecosystem] = readiness.date
    else gaps.push(`No advisory data for ${ecosystem}: ${readiness.problem} Known vulnerabilities of its packages were not looked for. Set OSV_URL to an OSV export that this machine reaches.`)
  }
  const matched = await service.match(components.filter((component) => dates[component.ecosystem] !== undefined))
  return { matches: matched.matches, dates, gaps: [...gaps, ...matched.gaps] }
}
