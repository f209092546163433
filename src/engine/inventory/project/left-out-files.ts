import { inventoryLimits } from '../inventory-limits.ts'
import type { SkippedFile } from '../../model/snapshot.ts'
import { answeredFolders, folderKey, foldersOf } from './answered-folders.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ReadManifest } from './read-manifests.ts'
import { folderOfUnread } from './unread-formats.ts'

/** Returns skipped files that may list packages not listed in any other file, with the reasons. */
export function leftOutFiles(files: ProjectFiles, read: readonly ReadManifest[]): SkippedFile[] {
  return [...unreadFormats(files, read), ...notReached(files, read)]
}

/** Returns files in known but unsupported formats, unless a file next to them contains the same information. */
function unreadFormats({ unread }: ProjectFiles, read: readonly ReadManifest[]): SkippedFile[] {
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
function notReached({ tooMany, belowNodeModules }: ProjectFiles, read: readonly ReadManifest[]): SkippedFile[] {
  const [first, ...others] = tooMany
  const [installed] = belowNodeModules
  return [
    ...(first === undefined
      ? []
      : [
          {
            path: first,
            reason:
              `${others.length > 0 ? `and ${others.length} more were` : 'was'} not read: a project has at ` +
              `most ${inventoryLimits.maxManifests} lockfiles and manifests`,
          },
        ]),
    ...(read.length > 0 || installed === undefined
      ? []
      : [
          {
            path: installed,
            reason:
              'is in node_modules, and no lockfile or manifest outside lists the installed packages; commit ' +
              'the lockfile',
          },
        ]),
  ]
}
