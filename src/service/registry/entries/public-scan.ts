import type { ScanRow } from '../../db/scans/scans.ts'
import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { PublicSourceType, SourceIdentity } from '../../../engine/model/target.ts'

/** A completed scan of something that everybody can read. */
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
 * A scan as the registry may know it; undefined for whatever is not everybody's: read with credentials or from an
 * address that is not public, of a folder, or of a commit that no branch or tag of the repository reaches. Also for
 * scans that did not end well, and for those of versions that read no facts.
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
