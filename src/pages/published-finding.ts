import { detectors } from '../detectors/catalogue.ts'
import type { Finding } from '../model/finding.ts'
import type { Severity } from '../model/severity.ts'

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

const ruleTitles = new Map(detectors.flatMap(({ rules }) => rules.map(({ id, title }) => [id, title])))

/**
 * Findings as they are published, in the same order. Of secrets only the rule and how many there are; of critical and high
 * findings in code that no advisory has told of yet, only rule, severity and file: the rest would help attackers first.
 */
export function publishedFindings(findings: readonly Finding[]): PublishedFinding[] {
  const published: PublishedFinding[] = []
  const secrets = new Map<string, number>()
  for (const finding of findings) {
    if (finding.category !== 'secret') {
      published.push(isWithheld(finding) ? withheld(finding) : inFull(finding))
      continue
    }
    const kind = `${finding.ruleId} ${finding.severity}`
    const place = secrets.get(kind)
    const earlier = place === undefined ? undefined : published[place]
    if (place === undefined || !earlier) secrets.set(kind, published.push(ruleOnly(finding)) - 1)
    else published[place] = { ...earlier, count: earlier.count + 1 }
  }
  return published
}

function isWithheld({ category, severity, advisory }: Finding): boolean {
  return category === 'code' && (severity === 'critical' || severity === 'high') && !advisory
}

function ruleOnly({ ruleId, severity }: Finding): PublishedFinding {
  return { severity, title: ruleTitles.get(ruleId) ?? ruleId, count: 1, place: undefined, component: undefined, cameInBy: [], advisory: undefined, fixedVersion: undefined, isExploited: false }
}

function withheld(finding: Finding): PublishedFinding {
  return { ...ruleOnly(finding), place: finding.location?.path }
}

function inFull({ severity, title, location, component, advisory }: Finding): PublishedFinding {
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
