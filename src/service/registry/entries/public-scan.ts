import type { ScanRow } from '../../db/scans/scans.ts'
import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { PublicSourceType, SourceIdentity } from '../../../engine/model/target.ts'

/** A completed scan of a public source. */
export interface PublicScan {
  readonly id: string
  readonly source: SourceIdentity & { readonly type: PublicSourceType }
  readonly results: ScanResults
  readonly coverage: Coverage
  readonly facts: ProjectFacts
  readonly tools: readonly ScannedTool[]
  readonly inventoryDigest: string | null
  readonly projectConfig: unknown
  readonly completedAt: Date
}

/**
 * Returns the parts of a scan that the registry may use. Returns undefined if the source is not public: it was read
 * with credentials or from a private address, or it is a folder, or it is a commit that is not on any branch or tag of
 * the repository. Also returns undefined for scans that did not complete, and for scans by versions that did not read
 * facts.
 */
export function publicScan(scan: ScanRow): PublicScan | undefined {
  const {
    id,
    status,
    source,
    results,
    coverage,
    facts,
    tools,
    isPrivate,
    inventoryDigest,
    projectConfig,
    completedAt,
  } = scan
  if (status !== 'completed' || !source || !results || !coverage || !facts || !completedAt) return undefined
  if (isPrivate || source.isPrivate || source.isInternal || source.unverifiedRevision) return undefined
  const { type } = source
  if (type === 'folder') return undefined
  return {
    id,
    source: { ...source, type },
    results,
    coverage,
    facts,
    tools: tools ?? [],
    inventoryDigest,
    projectConfig,
    completedAt,
  }
}
