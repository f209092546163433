import type { DistributionName } from '../python-packaging/distribution-file.ts'
import type { ArchiveKind } from './archive-kinds.ts'

/** How the archive of a Python distribution is read: a wheel as it is, a source distribution without its top folder. */
export function kindOfDistribution(distribution: DistributionName): ArchiveKind {
  if (distribution.kind === 'wheel') return 'wheel'
  return distribution.format === 'zip' ? 'source-zip' : 'tar'
}

/** As above, for reading the metadata only. A tar archive cannot be read in part. */
export function metadataKindOf(distribution: DistributionName): ArchiveKind {
  if (distribution.kind === 'wheel') return 'wheel-metadata'
  return distribution.format === 'zip' ? 'source-zip-metadata' : 'tar'
}
