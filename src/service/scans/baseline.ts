import type { Database } from '../db/client.ts'
import { firstSeenByFingerprint } from '../db/scans/findings.ts'
import { findBaselineScan, findPreviousScan, type ScanRow } from '../db/scans/scans.ts'
import type { Coverage } from '../../engine/model/scan.ts'
import type { SourceIdentity } from '../../engine/model/target.ts'

/** What findings are compared with. */
export interface Comparison {
  /** When each fingerprint was first seen in this account. */
  readonly firstSeen: ReadonlyMap<string, string>
  /** The fingerprints that are not new; absent: those of `firstSeen`. */
  readonly known?: ReadonlySet<string>
  /** How the baseline that was asked for went. */
  readonly note?: Coverage['baseline']
  /** The scan of the baseline; absent where there is none. */
  readonly baseline?: { readonly id: string; readonly inventoryDigest: string | null }
}

/**
 * What a scan's findings are compared with: the account's scan of the project before, or the last completed
 * one of the baseline that was asked for. A baseline that was never scanned knows nothing: all is new.
 */
export async function comparisonFor(
  db: Database,
  scan: Pick<ScanRow, 'id' | 'accountId' | 'baseline'>,
  { canonicalUrl, folder }: SourceIdentity,
): Promise<Comparison> {
  const project = { accountId: scan.accountId, canonicalUrl, folder, scanId: scan.id }
  const previous = await findPreviousScan(db, project)
  const firstSeen = previous === undefined ? new Map<string, string>() : await firstSeenByFingerprint(db, previous)
  if (scan.baseline === null) return { firstSeen }
  const requested = scan.baseline
  const baseline = await findBaselineScan(db, { ...project, baseline: requested })
  if (!baseline) {
    return {
      firstSeen,
      known: new Set(),
      note: {
        requested,
        message:
          `This account has no completed scan of "${requested}", so all findings count as new. Scan it first ` +
          'to compare with it.',
      },
    }
  }
  const seen = await firstSeenByFingerprint(db, baseline.id)
  return {
    // Earlier than the scan before is what the baseline saw first.
    firstSeen: new Map([
      ...firstSeen,
      ...[...seen].map(([fingerprint, at]) => [fingerprint, earlier(at, firstSeen.get(fingerprint))] as const),
    ]),
    known: new Set(seen.keys()),
    baseline,
    note: {
      requested,
      scanId: baseline.id,
      revision: baseline.revision,
      message: `Findings are compared with the last completed scan of "${requested}".`,
    },
  }
}

/** Of two ISO 8601 moments in UTC, of which texts sort like times. */
function earlier(a: string, b: string | undefined): string {
  return b !== undefined && b < a ? b : a
}
