import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { Component } from '../../model/component.ts'
import type { TreeVulnerability } from '../../model/upgrade-plan.ts'
import type { Severity } from '../../model/severity.ts'

/** Returns the reachability of a vulnerability, if it was analyzed. */
export type ReachabilityOf = (id: string, purl: string) => TreeVulnerability['reachability']

/** Vulnerability with the package version that has it. */
export interface FoundVulnerability {
  /** Key of the vulnerability in this package version. */
  readonly key: string
  readonly component: Component
  readonly vulnerability: TreeVulnerability
}

/** Finds the vulnerabilities of package versions. Each version is matched once per run. */
export class VulnerabilitySource {
  readonly #store: AdvisoryStore
  readonly #reachabilityOf: ReachabilityOf
  readonly #known = new Map<string, readonly AdvisoryMatch[]>()

  constructor(store: AdvisoryStore, reachabilityOf: ReachabilityOf = () => undefined) {
    this.#store = store
    this.#reachabilityOf = reachabilityOf
  }

  async of(components: readonly Component[]): Promise<readonly FoundVulnerability[]> {
    const unknown = [...new Map(components.map((component) => [component.purl, component])).values()].filter(
      ({ purl }) => !this.#known.has(purl),
    )
    for (const { purl } of unknown) this.#known.set(purl, [])
    const { matches } = unknown.length === 0 ? { matches: [] } : await this.#store.match(unknown)
    for (const [purl, ofComponent] of Map.groupBy(matches, ({ component }) => component.purl))
      this.#known.set(purl, ofComponent)
    const found = components.flatMap((component) =>
      (this.#known.get(component.purl) ?? []).map((match) => ({
        key: `${match.advisory.id} ${component.name}@${component.version}`,
        component,
        vulnerability: this.#describe(match, component),
      })),
    )
    return [...new Map(found.map((each) => [each.key, each])).values()]
  }

  #describe({ advisory, severity, summary, malicious }: AdvisoryMatch, component: Component): TreeVulnerability {
    const reachability = this.#reachabilityOf(advisory.id, component.purl)
    return {
      id: advisory.id,
      aliases: advisory.aliases,
      package: component.name,
      version: component.version,
      severity,
      summary,
      isExploited: advisory.kev !== undefined,
      isMalicious: malicious,
      ...(advisory.epss && { epss: advisory.epss.score }),
      ...(advisory.fixedVersion !== undefined && { fixedVersion: advisory.fixedVersion }),
      ...(reachability !== undefined && { reachability }),
    }
  }
}

/** Each level outweighs several of the next lower level, so that a plan does not trade a critical one for low ones. */
const weights: Readonly<Record<Severity, number>> = { critical: 1_000, high: 200, medium: 30, low: 4, info: 1 }
const exploitedWeight = 10_000

/** Returns how much it matters to fix a vulnerability. Higher values matter more. */
export function priorityOf({
  severity,
  isExploited,
  isMalicious,
  epss = 0,
  reachability,
}: Pick<TreeVulnerability, 'epss' | 'isExploited' | 'isMalicious' | 'reachability' | 'severity'>): number {
  const base = (isExploited || isMalicious ? exploitedWeight : weights[severity]) * (1 + epss)
  if (reachability === 'not-loaded') return base / 20
  return reachability === 'imported' ? base / 10 : base
}
