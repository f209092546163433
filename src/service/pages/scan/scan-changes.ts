import type { Database } from '../../db/client.ts'
import {
  type EarlierScan,
  findEarlierScan,
  findEarlierScanOfAccount,
  findEarlierScanOfServer,
  findOpenOnlyIn,
} from '../../db/pages/scan-changes.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { SourceIdentity } from '../../../engine/model/target.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import { readFinding } from './published-finding.ts'

/** Findings that one of two scans has and the other does not. */
export interface ChangedFindings {
  /** The worst ones, with the details that the reader can see. */
  readonly findings: readonly Finding[]
  readonly total: number
}

/** How a scan differs from an earlier one of the same source. */
export interface ScanDifference {
  readonly earlier: EarlierScan
  readonly added: ChangedFindings
  /** Findings that are no longer open. */
  readonly gone: ChangedFindings
}

/** Findings of each kind that are read. The page groups them and lists the worst groups. */
const maxChanged = 50

interface ChangedScan {
  readonly id: string
  readonly accountId: string
  readonly isInside: boolean
  readonly source: SourceIdentity
  readonly completedAt: Date
  /** The scan of the requested baseline. */
  readonly baselineScanId: string | undefined
  readonly serverId: string | undefined
}

/**
 * Returns the difference to the requested baseline or to the previous scan of the account. Other readers do not see the
 * scans of an account, so for them it is the difference to the previous scan in the registry. Undefined without an
 * earlier scan.
 */
export async function findDifference(db: Database, scan: ChangedScan): Promise<ScanDifference | undefined> {
  const earlier = await findEarlier(db, scan)
  if (!earlier) return undefined
  const { id, isInside, completedAt } = scan
  const [added, gone] = await Promise.all([
    findOpenOnlyIn(db, { scanId: id, otherId: earlier.id, limit: maxChanged }),
    findOpenOnlyIn(db, { scanId: earlier.id, otherId: id, limit: maxChanged }),
  ])
  const shown = ({ records, total }: typeof added, at: Date): ChangedFindings => ({
    findings: records.map((record) => readFinding(renderFinding(record), { isInside, completedAt: at })),
    total,
  })
  return { earlier, added: shown(added, completedAt), gone: shown(gone, earlier.completedAt) }
}

function findEarlier(
  db: Database,
  { accountId, isInside, source: { canonicalUrl, folder }, completedAt, baselineScanId, serverId }: ChangedScan,
): Promise<EarlierScan | undefined> {
  const project = { canonicalUrl, folder, completedAt }
  if (isInside)
    return baselineScanId === undefined
      ? findEarlierScanOfAccount(db, accountId, project)
      : findEarlierScan(db, baselineScanId)
  return serverId === undefined ? Promise.resolve(undefined) : findEarlierScanOfServer(db, serverId, project)
}
