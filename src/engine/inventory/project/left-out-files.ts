import { dirname } from 'node:path/posix'
import { inventoryLimits } from '../inventory-limits.ts'
import type { SkippedFile } from '../../model/snapshot.ts'
import { answeredFolders, folderKey, foldersOf } from './answered-folders.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ReadManifest } from './read-manifests.ts'

/** Files that may tell of packages which nothing that was read tells of, and why they were left out. */
export function leftOutFiles(files: ProjectFiles, read: readonly ReadManifest[]): SkippedFile[] {
  return [...unreadFormats(files, read), ...notReached(files, read)]
}

/** Formats that are known and not read, where nothing beside them tells the same. */
function unreadFormats({ unread }: ProjectFiles, read: readonly ReadManifest[]): SkippedFile[] {
  // A script with packages of its own says nothing about the project around it.
  const told = new Set(read.filter(({ reader }) => reader.standsAlone !== true).flatMap(foldersOf))
  const locked = answeredFolders(read)
  return unread
    .filter(
      ({ path, format: { ecosystem, isLockfile } }) =>
        ecosystem === undefined || !(isLockfile ? locked : told).has(folderKey(ecosystem, dirname(path))),
    )
    .map(({ path, format }) => ({ path, reason: format.reason }))
}

/** What was left out although it may hold all there is to know. */
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
