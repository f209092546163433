import { limits } from '../../model/limits.ts'
import type { Snapshot } from '../../model/snapshot.ts'
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
  /** Those nearest to the root first, those that no installation goes by last. */
  readonly readable: readonly FoundFile[]
  /** Beyond `limits.inventory.manifests`. */
  readonly tooMany: readonly string[]
  readonly unread: readonly { readonly path: string; readonly format: UnreadFormat }[]
  /** Packages that somebody committed as they were installed: what brings them is a lockfile, or a manifest, outside. */
  readonly belowNodeModules: readonly string[]
}

/** Finds what of a snapshot can be read for packages, by the names of its files alone. */
export function findProjectFiles({ files }: Pick<Snapshot, 'files'>): ProjectFiles {
  const found: FoundFile[] = []
  const unread: { path: string; format: UnreadFormat }[] = []
  const belowNodeModules: string[] = []
  for (const path of files.keys()) {
    const reader = manifestReaders.find((candidate) => candidate.reads(path))
    const format = reader === undefined ? unreadFormatOf(path) : undefined
    if (reader === undefined && format === undefined) continue
    if (/(?:^|\/)node_modules\//.test(path)) belowNodeModules.push(path)
    else if (reader !== undefined) found.push({ path, reader })
    else if (format !== undefined) unread.push({ path, format })
  }
  found.sort((a, b) => Number(isDevelopmentFile(a.path)) - Number(isDevelopmentFile(b.path)) || depth(a) - depth(b) || byBytes(a.path, b.path))
  const { manifests } = limits.inventory
  return { readable: found.slice(0, manifests), tooMany: found.slice(manifests).map(({ path }) => path), unread, belowNodeModules }
}

const depth = ({ path }: FoundFile): number => path.split('/').length
