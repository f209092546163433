import type { Finding } from '../../../engine/model/finding.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import { placeOf } from '../parts/finding-card.ts'

/** A finding as a row of a list. */
export interface PublishedFinding {
  readonly id: string
  readonly severity: Severity
  readonly title: string
  /** Number of findings that the row represents. */
  readonly count: number
  /** File, with the line if it is public. */
  readonly place: string | undefined
  readonly component: { readonly name: string; readonly version: string } | undefined
  /** Packages between the project and the component. Empty for a direct dependency. */
  readonly dependencyPath: readonly string[]
  readonly advisory: { readonly id: string; readonly aliases: readonly string[]; readonly url: string } | undefined
  readonly fixedVersion: string | undefined
  readonly isExploited: boolean
}

/**
 * Returns findings as rows, in the same order. Secrets of one rule without a public location share a row with their
 * number.
 */
export function publishedFindings(findings: readonly Finding[]): PublishedFinding[] {
  const published: PublishedFinding[] = []
  const secrets = new Map<string, number>()
  for (const finding of findings) {
    const kind =
      finding.category === 'secret' && !finding.location ? `${finding.ruleId} ${finding.severity}` : undefined
    const place = kind === undefined ? undefined : secrets.get(kind)
    const earlier = place === undefined ? undefined : published[place]
    if (place !== undefined && earlier) published[place] = { ...earlier, count: earlier.count + 1 }
    else {
      published.push(rowOf(finding))
      if (kind !== undefined) secrets.set(kind, published.length - 1)
    }
  }
  return published
}

function rowOf({ id, severity, title, location, component, advisory }: Finding): PublishedFinding {
  const path = component?.introducedBy[0]?.path ?? []
  return {
    id,
    severity,
    title,
    count: 1,
    place: location && placeOf(location),
    component: component && { name: component.name, version: component.version },
    // Other columns name the project and the component.
    dependencyPath: path.slice(1, -1),
    advisory: advisory && { id: advisory.id, aliases: advisory.aliases, url: advisory.url },
    fixedVersion: advisory?.fixedVersion,
    isExploited: advisory?.kev !== undefined,
  }
}
