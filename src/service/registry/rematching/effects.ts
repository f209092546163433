import type { AdvisoryEffect } from '../../db/rematching/keep-effects.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { compareSeverity } from '../../../engine/model/severity.ts'
import type { OpenedFlaw } from './announce-rematch.ts'
import type { RenewedFindings } from './renew-findings.ts'

type Outcome = Pick<AdvisoryEffect, 'scoreBefore' | 'scoreAfter' | 'serverId' | 'accountId' | 'scanId'>

/**
 * Returns each advisory's effect on one project: it opened a finding, or else changed one, or else closed one. The most
 * severe finding describes the effect.
 */
export function effectsOf(
  { opened, changed, closed }: RenewedFindings,
  summaries: ReadonlyMap<string, string>,
  outcome: Outcome,
): AdvisoryEffect[] {
  const effects = new Map<string, AdvisoryEffect>()
  const take = (findings: readonly Finding[], change: AdvisoryEffect['change']) => {
    for (const finding of findings.toSorted((one, other) => compareSeverity(one.severity, other.severity))) {
      const { advisory, severity } = finding
      if (!advisory || effects.has(advisory.id)) continue
      effects.set(advisory.id, {
        advisoryId: advisory.id,
        aliases: advisory.aliases,
        url: advisory.url,
        summary: summaries.get(advisory.id) ?? summaryOf(finding),
        severity,
        change,
        ...outcome,
      })
    }
  }
  take(opened, 'opened')
  take(changed, 'changed')
  take(closed, 'closed')
  return [...effects.values()]
}

/** Returns the summary of a vulnerability that is no longer stored, taken from its finding's title. */
function summaryOf({ title, component }: Finding): string {
  const name = component ? `${component.name} ${component.version}` : ''
  return title.startsWith(name) ? title.slice(name.length).replace(/^(?: is malware)?: /, '') : title
}

/** Returns the sorted IDs of the advisories that caused the changes; at most the first 100. */
export function advisoriesOf({ opened, changed, closed }: RenewedFindings): string[] {
  return [...new Set([...opened, ...changed, ...closed].flatMap(({ advisory }) => advisory?.id ?? []))]
    .toSorted()
    .slice(0, 100)
}

/** Adds each vulnerability's summary to its finding. */
export function flawsOfFindings(findings: readonly Finding[], summaries: ReadonlyMap<string, string>): OpenedFlaw[] {
  return findings.map((finding) => ({
    finding,
    summary: summaries.get(finding.advisory?.id ?? '') ?? summaryOf(finding),
  }))
}
