import { inventoryLimits } from '../inventory-limits.ts'
import { answeredFolders, folderKey, foldersOf } from './answered-folders.ts'
import type { FileGap } from './file-gap.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ReadManifest } from './read-manifests.ts'
import { folderOfUnread } from './unread-formats.ts'

/** Returns skipped files that may list packages not listed in any other file, with the reasons. */
export function leftOutFiles(files: ProjectFiles, read: readonly ReadManifest[]): FileGap[] {
  return [...unreadFormats(files, read), ...notReached(files, read)]
}

/** Returns files in known but unsupported formats, unless a file next to them contains the same information. */
function unreadFormats({ unread }: ProjectFiles, read: readonly ReadManifest[]): FileGap[] {
  // A script with its own packages says nothing about the surrounding project, so it does not count.
  const told = new Set(read.filter(({ reader }) => reader.standsAlone !== true).flatMap(foldersOf))
  const locked = answeredFolders(read)
  return unread
    .filter(
      ({ path, format }) =>
        format.ecosystem === undefined ||
        !(format.isLockfile ? locked : told).has(folderKey(format.ecosystem, folderOfUnread(path, format))),
    )
    .map(({ path, format }) => ({ path, reason: format.reason }))
}

/** Returns skipped files that may contain all of the project's dependencies. */
function notReached({ tooMany, belowNodeModules }: ProjectFiles, read: readonly ReadManifest[]): FileGap[] {
  const [first, ...others] = tooMany
  const [installed] = belowNodeModules
  return [
    ...(first === undefined
      ? []
      : [
          {
            path: first,
            reason:
              others.length > 0
                ? { code: 'manifest-limit-others' as const, others: others.length, count: inventoryLimits.maxManifests }
                : { code: 'manifest-limit' as const, count: inventoryLimits.maxManifests },
          },
        ]),
    ...(read.length > 0 || installed === undefined
      ? []
      : [
          {
            path: installed,
            reason: 'installed-only' as const,
          },
        ]),
  ]
}
