import { inventoryLimits } from '../inventory-limits.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { isInstalledTree } from '../readers/javascript/package-lock.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import { isDevelopmentFile } from './development-folders.ts'
import { type UnreadFormat, unreadFormatOf } from './unread-formats.ts'

export interface FoundFile {
  readonly path: string
  readonly reader: ManifestReader
}

/** A project's manifests and lockfiles. */
export interface ProjectFiles {
  /**
   * Files nearest to the root first. At equal depth, lockfiles precede manifests. Files that are not used for
   * installing the project come last.
   */
  readonly readable: readonly FoundFile[]
  /** Files beyond `inventoryLimits.maxManifests`. */
  readonly tooMany: readonly string[]
  readonly unread: readonly { readonly path: string; readonly format: UnreadFormat }[]
  /**
   * Manifests in a committed `node_modules` folder. The same packages are listed in a lockfile or manifest outside it.
   */
  readonly belowNodeModules: readonly string[]
}

/**
 * Finds the manifests and lockfiles in a snapshot by name, and by signature if the format has one. O(n log n) in the
 * number of files.
 */
export function findProjectFiles({ files }: Pick<Snapshot, 'files'>): ProjectFiles {
  const found: FoundFile[] = []
  const unread: { path: string; format: UnreadFormat }[] = []
  const belowNodeModules: string[] = []
  for (const [path, file] of files) {
    const reader = manifestReaders.find((candidate) => candidate.reads(path) && hasSignature(candidate, file))
    const format = reader === undefined ? unreadFormatIn(path, file) : undefined
    if (reader === undefined && format === undefined) continue
    if (/(?:^|\/)node_modules\//.test(path) && !isOnlyLockfile(path, files)) belowNodeModules.push(path)
    else if (reader !== undefined) found.push({ path, reader })
    else if (format !== undefined) unread.push({ path, format })
  }
  // Ranks are computed once per file. Computing them in the comparator takes seconds for 100,000 files.
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

/** Reports whether a file lists the installed tree of a project that has no other lockfile. */
function isOnlyLockfile(path: string, files: Pick<Snapshot['files'], 'has'>): boolean {
  const folder = path.slice(0, -'node_modules/.package-lock.json'.length)
  return (
    isInstalledTree(path) &&
    !folder.includes('node_modules/') &&
    !['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'].some((name) =>
      files.has(folder + name),
    )
  )
}

const hasSignature = ({ signature }: Pick<ManifestReader, 'signature'>, file: SnapshotFile): boolean =>
  signature === undefined || [signature].flat().some((text) => file.content.includes(text))

/**
 * Returns the unsupported format of a file, or undefined if its content shows that it lists nothing or has another
 * format.
 */
function unreadFormatIn(path: string, file: SnapshotFile): UnreadFormat | undefined {
  const format = unreadFormatOf(path)
  return format !== undefined && hasSignature(format, file) ? format : undefined
}

/** Greater than the depth of any path. */
const maxFolders = 16_384

/**
 * Ranks a file, with 0 for the most important. Files are ranked by depth, then lockfiles before manifests. Test files
 * and the like come last. Files with the same rank differ only in their paths.
 */
export function rankOf({ path, reader: { kind } }: FoundFile): number {
  const depth = Math.min(path.split('/').length, maxFolders)
  return 2 * (depth + (isDevelopmentFile(path) ? maxFolders : 0)) + Number(kind === 'manifest')
}
