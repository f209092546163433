import type { Database } from '../../db/client.ts'
import { listEntryFindingsAt } from '../../db/registry/entries.ts'
import type { FindingOutline } from '../../db/registry/finding-outlines.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { groupFindings } from '../../../engine/reports/finding-groups.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import type { Reader } from './find-server-frame.ts'

/** Outline of a finding, as visible to the reader. */
export interface ShownOutline extends Finding {
  /** Index in the order of the server's findings. */
  readonly ordinal: number
}

/** Findings of a server that are fixed by one change, as visible to the reader. */
export interface OutlineGroup {
  /** Highest severity in the group. */
  readonly severity: Finding['severity']
  /** Text for a group about one package. Other groups use the text of their first finding. */
  readonly packageText: { readonly title: string; readonly remediation: string } | undefined
  readonly members: readonly [ShownOutline, ...ShownOutline[]]
}

/** Group whose first finding has the current wording. */
export interface ShownGroup extends OutlineGroup {
  readonly first: Finding
  readonly title: string
  readonly remediation: string
}

/** Number of fingerprint characters that identify a finding in URLs and anchors. */
const idCharacters = 16

/** Returns the short form of a fingerprint, for URLs and anchors. */
export function findingId({ fingerprint }: Pick<Finding, 'fingerprint'>): string {
  return fingerprint.slice(0, idCharacters)
}

/**
 * Groups outlines, worst group first. Groups depend only on visible details, so that they do not reveal which withheld
 * findings belong together.
 */
export function groupOutlines(outlines: readonly FindingOutline[], { isMaintainer }: Reader): OutlineGroup[] {
  const now = new Date()
  const seen = outlines.map(({ ordinal, firstSeenAt, finding }): ShownOutline => ({
    ...publishedFinding(finding, { firstSeenAt, now, isClaimedByCaller: isMaintainer }),
    ordinal,
  }))
  return groupFindings(seen).map(({ severity, title, remediation, findings }) => ({
    severity,
    packageText: findings[0].component && findings.length > 1 ? { title, remediation } : undefined,
    members: findings,
  }))
}

/** Reads the complete findings at these positions, as visible to the reader. */
export async function findPublishedAt(
  db: Database,
  serverId: string,
  ordinals: readonly number[],
  { isMaintainer }: Reader,
): Promise<ReadonlyMap<number, Finding>> {
  const now = new Date()
  const entries = await listEntryFindingsAt(db, serverId, ordinals)
  return new Map(
    entries.map(({ ordinal, finding, firstSeenAt }) => [
      ordinal,
      publishedFinding(finding, { firstSeenAt: new Date(firstSeenAt), now, isClaimedByCaller: isMaintainer }),
    ]),
  )
}

/** Reads the first finding of each group. Omits groups that a scan has removed in the meantime. */
export async function findFirstOfGroups(
  db: Database,
  serverId: string,
  groups: readonly OutlineGroup[],
  reader: Reader,
): Promise<ShownGroup[]> {
  const complete = await findPublishedAt(
    db,
    serverId,
    groups.map(({ members }) => members[0].ordinal),
    reader,
  )
  return groups.flatMap((group) => {
    const first = complete.get(group.members[0].ordinal)
    if (!first) return []
    const { title, remediation } = group.packageText ?? first
    return [{ ...group, first, title, remediation }]
  })
}
