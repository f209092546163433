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

/** Findings that only one of two scans has. */
export interface ChangedFindings {
  /** Worst findings, with the details that the reader can see. */
  readonly findings: readonly Finding[]
  readonly total: number
}

/** Differences between two scans of the same source. */
export interface ScanDifference {
  readonly earlier: EarlierScan
  readonly added: ChangedFindings
  /** Findings that are no longer open. */
  readonly gone: ChangedFindings
}

/**
 * Maximum number of new findings to read, and of findings that are gone. The page groups them and lists the worst
 * groups.
 */
const maxChanged = 50

interface ChangedScan {
  readonly id: string
  readonly accountId: string
  readonly isInside: boolean
  readonly source: SourceIdentity
  readonly completedAt: Date
  /** ID of the requested baseline's scan. */
  readonly baselineScanId: string | undefined
  readonly serverId: string | undefined
}

/**
 * Compares a scan with the requested baseline or the account's previous scan. If no such scan exists, or the reader
 * cannot see the account's scans, uses the previous scan in the registry. Returns undefined if there is no earlier
 * scan.
 */
export async function findDifference(db: Database, scan: ChangedScan): Promise<ScanDifference | undefined> {
  const ofAccount = scan.isInside ? await findEarlierInside(db, scan) : undefined
  // A deleted baseline is not replaced, because the verdict is relative to the baseline.
  const hasBaseline = scan.isInside && scan.baselineScanId !== undefined
  const earlier = ofAccount ?? (hasBaseline ? undefined : await findEarlierPublic(db, scan))
  if (!earlier) return undefined
  const { id, isInside, completedAt } = scan
  const [added, gone] = await Promise.all([
    findOpenOnlyIn(db, { scanId: id, otherId: earlier.id, limit: maxChanged }),
    findOpenOnlyIn(db, { scanId: earlier.id, otherId: id, limit: maxChanged }),
  ])
  const shown = ({ records, total }: typeof added, reader: Parameters<typeof readFinding>[1]): ChangedFindings => ({
    findings: records.map((record) => readFinding(renderFinding(record), reader)),
    total,
  })
  return {
    earlier,
    added: shown(added, { isInside, completedAt }),
    // A registry scan can belong to another account, so this reader sees only its public parts.
    gone: shown(gone, { isInside: ofAccount !== undefined, completedAt: earlier.completedAt }),
  }
}

const findEarlierInside = (db: Database, { accountId, baselineScanId, ...scan }: ChangedScan) =>
  baselineScanId === undefined
    ? findEarlierScanOfAccount(db, accountId, projectOf(scan))
    : findEarlierScan(db, baselineScanId)

const findEarlierPublic = async (db: Database, { serverId, ...scan }: ChangedScan) =>
  serverId === undefined ? undefined : findEarlierScanOfServer(db, serverId, projectOf(scan))

const projectOf = ({ source: { canonicalUrl, folder }, completedAt }: Pick<ChangedScan, 'source' | 'completedAt'>) => ({
  canonicalUrl,
  folder,
  completedAt,
})
