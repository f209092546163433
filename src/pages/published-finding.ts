import type { Finding } from '../model/finding.ts'
import type { Severity } from '../model/severity.ts'
import { publishedFinding } from '../reports/published-finding.ts'

/** What everybody may see of a finding. Never a snippet, a trace, or what the submitter's earlier scans say of it. */
export interface PublishedFinding {
  readonly severity: Severity
  readonly title: string
  /** Findings for which it stands. */
  readonly count: number
  /** File, with line where that may be told. */
  readonly place: string | undefined
  readonly component: { readonly name: string; readonly version: string } | undefined
  /** From the project to the component, where something else brought it. */
  readonly cameInBy: readonly string[]
  readonly advisory: { readonly id: string; readonly aliases: readonly string[]; readonly url: string } | undefined
  readonly fixedVersion: string | undefined
  readonly isExploited: boolean
}

/**
 * Findings as they are published, in the same order; secrets of a rule together, with how many there are. As on the day on which they
 * were first seen: when that was is what the submitter's earlier scans say.
 */
export function publishedFindings(findings: readonly Finding[]): PublishedFinding[] {
  const published: PublishedFinding[] = []
  const secrets = new Map<string, number>()
  const now = new Date()
  for (const finding of findings) {
    const row = rowOf(publishedFinding(finding, { firstSeenAt: now, now, isClaimedByCaller: false }))
    const kind = finding.category === 'secret' ? `${finding.ruleId} ${finding.severity}` : undefined
    const place = kind === undefined ? undefined : secrets.get(kind)
    const earlier = place === undefined ? undefined : published[place]
    if (place !== undefined && earlier) published[place] = { ...earlier, count: earlier.count + 1 }
    else {
      published.push(row)
      if (kind !== undefined) secrets.set(kind, published.length - 1)
    }
  }
  return published
}

function rowOf({ severity, title, location, component, advisory }: Finding): PublishedFinding {
  const path = component?.introducedBy[0]?.path ?? []
  return {
    severity,
    title,
    count: 1,
    place: location && (location.startLine === undefined ? location.path : `${location.path}:${location.startLine}`),
    component: component && { name: component.name, version: component.version },
    // The project itself and the component are named elsewhere.
    cameInBy: path.slice(1, -1),
    advisory: advisory && { id: advisory.id, aliases: advisory.aliases, url: advisory.url },
    fixedVersion: advisory?.fixedVersion,
    isExploited: advisory?.kev !== undefined,
  }
}
