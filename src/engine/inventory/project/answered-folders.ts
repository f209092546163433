import { dirname } from 'node:path/posix'
import type { Ecosystem } from '../../model/component.ts'
import { pathWithinProject } from '../project-path.ts'
import type { ReadManifest } from './read-manifests.ts'

/** Returns the key for a project folder and an ecosystem. The root folder is `.`. */
export const folderKey = (ecosystem: Ecosystem, folder: string): string => `${ecosystem}\n${folder}`

/**
 * Returns the folders covered by lockfiles: their own folders and those of their workspaces. If a folder has several
 * lockfiles, all of them apply, because it is unknown which one is in use. A standalone lockfile covers no folder.
 */
export function answeredFolders(read: readonly ReadManifest[]): ReadonlySet<string> {
  return new Set(
    read.filter(({ reader }) => reader.kind === 'lockfile' && reader.standsAlone !== true).flatMap(foldersOf),
  )
}

/** Returns the keys of a file's folder and of its workspace folders. */
export function foldersOf(file: ReadManifest): string[] {
  return answeredBy(file).map((answered) => folderKey(file.reader.ecosystem, answered))
}

/** Returns the folder of a file and its workspace folders. */
export function answeredBy({ path, reading }: Pick<ReadManifest, 'path' | 'reading'>): string[] {
  return [dirname(path), ...(reading.workspaces ?? []).flatMap((member) => pathWithinProject(path, member) ?? [])]
}

/**
 * Reports whether a file's packages count. They do if the file is a lockfile, is standalone, or is not covered by a
 * lockfile.
 */
export function counts({ path, reader }: ReadManifest, answered: ReadonlySet<string>): boolean {
  return (
    reader.kind === 'lockfile' ||
    reader.standsAlone === true ||
    !answered.has(folderKey(reader.ecosystem, dirname(path)))
  )
}
