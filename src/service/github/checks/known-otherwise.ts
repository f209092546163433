import type { Database } from '../../db/client.ts'
import { listPurlsOfInventory } from '../../db/scans/inventories.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { vulnerableDependencies } from '../../../engine/rules/vulnerable-dependencies/detector.ts'
import type { Finding } from '../../../engine/model/finding.ts'

interface Compared {
  readonly scan: Pick<ScanRow, 'inventoryDigest' | 'completedAt'>
  readonly findings: readonly Finding[]
}

const rules: ReadonlySet<string> = new Set(vulnerableDependencies.rules.map(({ id }) => id))

/**
 * Returns the findings that only one of the scans has because of later advisories, not because of the change: an
 * advisory was added, withdrawn, or renamed.
 * - Findings of the head that were added after its scan, or that affect a package version that the base also has.
 * - Findings of the base that affect a package version that the head still has.
 */
export async function knownOtherwise(db: Database, base: Compared, head: Compared): Promise<ReadonlySet<Finding>> {
  const [added, gone] = [onlyIn(head, base), onlyIn(base, head)]
  const [atBase, atHead] = [await purlsOf(db, base, added), await purlsOf(db, head, gone)]
  const isLater = ({ firstSeenAt }: Finding) =>
    head.scan.completedAt !== null && Date.parse(firstSeenAt) > head.scan.completedAt.getTime()
  return new Set([
    ...added.filter((finding) => isLater(finding) || atBase.has(purlOf(finding))),
    ...gone.filter((finding) => atHead.has(purlOf(finding))),
  ])
}

/**
 * Returns the component vulnerabilities that only the first scan has, by package version and advisory. Fingerprints are
 * not used: if two versions of a package are installed and one is removed, the fingerprints change.
 */
function onlyIn({ findings }: Compared, other: Compared): Finding[] {
  const keys = new Set(other.findings.map(keyOf))
  return findings.filter((finding) => rules.has(finding.ruleId) && finding.component && !keys.has(keyOf(finding)))
}

async function purlsOf(
  db: Database,
  { scan: { inventoryDigest } }: Compared,
  findings: readonly Finding[],
): Promise<ReadonlySet<string>> {
  return inventoryDigest === null || findings.length === 0
    ? new Set()
    : listPurlsOfInventory(db, inventoryDigest, findings.map(purlOf))
}

const purlOf = ({ component }: Finding) => component?.purl ?? ''

const keyOf = (finding: Finding) => JSON.stringify([finding.ruleId, purlOf(finding), finding.advisory?.id])
