import type { Database } from '../db/client.ts'
import { firstSeenByFingerprint } from '../db/scans/findings.ts'
import { findBaselineScan, findPreviousScan, type ScanRow } from '../db/scans/scans.ts'
import type { Coverage } from '../../engine/model/scan.ts'
import type { SourceIdentity } from '../../engine/model/target.ts'

/** Earlier results to compare findings with. */
export interface Comparison {
  /** Time when each fingerprint was first seen in this account. */
  readonly firstSeen: ReadonlyMap<string, string>
  /** Fingerprints of existing findings. Undefined if these are the keys of `firstSeen`. */
  readonly known?: ReadonlySet<string>
  /** Result of the search for the requested baseline. */
  readonly note?: Coverage['baseline']
  /** Undefined if there is no baseline. */
  readonly baseline?: { readonly id: string; readonly inventoryDigest: string | null }
}

/**
 * Returns the results to compare a scan with: the account's previous scan of the project, or the last completed
 * scan of the requested baseline. If the requested baseline was never scanned, all findings are new.
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
    // If the requested baseline saw a finding before the previous scan did, the earlier time counts.
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

/** Returns the earlier of two UTC timestamps. ISO 8601 strings can be compared lexicographically. */
function earlier(a: string, b: string | undefined): string {
  return b !== undefined && b < a ? b : a
}
