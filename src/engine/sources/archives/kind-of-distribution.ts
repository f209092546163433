import type { DistributionName } from '../python-packaging/distribution-file.ts'
import type { ArchiveKind } from './archive-kinds.ts'

/** Returns the archive kind of a Python distribution. Source distributions have a top folder, and wheels have none. */
export function kindOfDistribution(distribution: DistributionName): ArchiveKind {
  if (distribution.kind === 'wheel') return 'wheel'
  return distribution.format === 'zip' ? 'source-zip' : 'tar'
}

/**
 * Returns the archive kind for reading only the metadata. For tar archives, this is the normal kind, because they
 * cannot be read in part.
 */
export function metadataKindOf(distribution: DistributionName): ArchiveKind {
  if (distribution.kind === 'wheel') return 'wheel-metadata'
  return distribution.format === 'zip' ? 'source-zip-metadata' : 'tar'
}
