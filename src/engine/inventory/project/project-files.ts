import { inventoryLimits } from '../inventory-limits.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import { isDevelopmentFile } from './development-folders.ts'
import { type UnreadFormat, unreadFormatOf } from './unread-formats.ts'

export interface FoundFile {
  readonly path: string
  readonly reader: ManifestReader
}

/** The files of a project that tell of packages. */
export interface ProjectFiles {
  /**
   * Those nearest to the root first, of one depth lockfiles before manifests, those that no installation goes by last.
   */
  readonly readable: readonly FoundFile[]
  /** Beyond `inventoryLimits.maxManifests`. */
  readonly tooMany: readonly string[]
  readonly unread: readonly { readonly path: string; readonly format: UnreadFormat }[]
  /**
   * Packages that somebody committed as they were installed: what brings them is a lockfile, or a manifest, outside.
   */
  readonly belowNodeModules: readonly string[]
}

/**
 * Finds what of a snapshot can be read for packages, by the names of its files, and by their signature where a format
 * has one. n log n in files.
 */
export function findProjectFiles({ files }: Pick<Snapshot, 'files'>): ProjectFiles {
  const found: FoundFile[] = []
  const unread: { path: string; format: UnreadFormat }[] = []
  const belowNodeModules: string[] = []
  for (const [path, file] of files) {
    const reader = manifestReaders.find((candidate) => candidate.reads(path) && hasSignature(candidate, file))
    const format = reader === undefined ? unreadFormatOf(path) : undefined
    if (reader === undefined && format === undefined) continue
    if (/(?:^|\/)node_modules\//.test(path)) belowNodeModules.push(path)
    else if (reader !== undefined) found.push({ path, reader })
    else if (format !== undefined) unread.push({ path, format })
  }
  // Ranks are found once for each file: a comparison that finds them takes seconds for 100,000 files.
  const ranked = found.map((file) => ({ file, rank: rankOf(file) }))
  ranked.sort((a, b) => a.rank - b.rank || byBytes(a.file.path, b.file.path))
  const sorted = ranked.map(({ file }) => file)
  const { maxManifests: manifests } = inventoryLimits
  return {
    readable: sorted.slice(0, manifests),
    tooMany: sorted.slice(manifests).map(({ path }) => path),
    unread,
    belowNodeModules,
  }
}

const hasSignature = ({ signature }: ManifestReader, { content }: SnapshotFile): boolean =>
  signature === undefined || content.includes(signature)

/** A path has fewer folders than this. */
const maxFolders = 16_384

/**
 * How much a file says about what an installation brings, 0 says most: by its depth, then lockfiles before manifests.
 * Files of tests and the like come after all others. Files of one rank are equal but for their paths.
 */
export function rankOf({ path, reader: { kind } }: FoundFile): number {
  const depth = Math.min(path.split('/').length, maxFolders)
  return 2 * (depth + (isDevelopmentFile(path) ? maxFolders : 0)) + Number(kind === 'manifest')
}
