import type { VersionFlaw } from '../../../engine/advisories/match-component.ts'
import type { ExploitationIndex } from '../../scans/advisories/exploitation/exploitation-index.ts'
import { withExploitation } from '../../scans/advisories/exploitation/with-exploitation.ts'
import type { Database } from '../../db/client.ts'
import { listFlawedComponents } from '../../db/rematching/inventories.ts'
import { maskedComponent } from '../../../engine/rules/masked-component.ts'
import { maskedFinding } from '../../../engine/rules/masked-finding.ts'
import { findingOfMatch } from '../../../engine/rules/vulnerable-dependencies/detector.ts'
import type { DetectedFinding } from '../../../engine/model/finding-record.ts'

/** Known vulnerabilities in an inventory's components. */
export interface KnownFlaws {
  readonly detected: readonly DetectedFinding[]
  /** Package URLs of components that cannot be looked up. */
  readonly unknown: ReadonlySet<string>
  /** One-line summary of each vulnerability, by advisory ID. */
  readonly summaries: ReadonlyMap<string, string>
}

const nothing: KnownFlaws = { detected: [], unknown: new Set(), summaries: new Map() }

/** Reads the stored matches for the inventories' components. Returns the result that a scan would have, by digest. */
export async function knownFlaws(
  db: Database,
  exploitation: ExploitationIndex,
  digests: readonly string[],
): Promise<(digest: string) => KnownFlaws> {
  const rows = await listFlawedComponents(db, digests)
  const places = rows.flatMap(({ digest, component, flaw }) =>
    flaw === null ? [] : [{ digest, match: { component, ...(flaw as VersionFlaw) } }],
  )
  const matches = await withExploitation(
    places.map(({ match }) => match),
    (cves) => exploitation.find(db, cves),
  )
  const found = Map.groupBy(
    matches.map((match, index) => ({ match, digest: places[index]?.digest ?? '' })),
    ({ digest }) => digest,
  )
  const unknown = Map.groupBy(
    rows.filter(({ flaw }) => flaw === null),
    ({ digest }) => digest,
  )
  return (digest) => {
    const [of, without] = [found.get(digest) ?? [], unknown.get(digest) ?? []]
    if (of.length === 0 && without.length === 0) return nothing
    return {
      detected: of.map(({ match }) => maskedFinding(findingOfMatch(match))),
      // Inventories that were stored before masking was introduced use other component names than the findings do.
      unknown: new Set(without.map(({ component }) => maskedComponent(component).purl)),
      summaries: new Map(of.map(({ match }) => [match.advisory.id, match.summary])),
    }
  }
}
