import { dirname } from 'node:path/posix'
import type { Ecosystem } from '../../model/component.ts'
import { pathWithinProject } from '../project-path.ts'
import type { ReadManifest } from './read-manifests.ts'

/** Key for a folder of the project and an ecosystem. The root folder is `.`. */
export const folderKey = (ecosystem: Ecosystem, folder: string): string => `${ecosystem}\n${folder}`

/**
 * Folders that lockfiles cover: their own and those of their workspaces. If a folder has several lockfiles, all of them
 * count, because it is unknown which one is used. A standalone lockfile covers no folder.
 */
export function answeredFolders(read: readonly ReadManifest[]): ReadonlySet<string> {
  return new Set(
    read.filter(({ reader }) => reader.kind === 'lockfile' && reader.standsAlone !== true).flatMap(foldersOf),
  )
}

/** The folder of a file and those of its workspace, as keys. */
export function foldersOf(file: ReadManifest): string[] {
  return answeredBy(file).map((answered) => folderKey(file.reader.ecosystem, answered))
}

/** The folder of a file and those of its workspace. */
export function answeredBy({ path, reading }: Pick<ReadManifest, 'path' | 'reading'>): string[] {
  return [dirname(path), ...(reading.workspaces ?? []).flatMap((member) => pathWithinProject(path, member) ?? [])]
}

/** Whether a file's packages count: it is a lockfile, stands alone, or is not covered by a lockfile. */
export function counts({ path, reader }: ReadManifest, answered: ReadonlySet<string>): boolean {
  return (
    reader.kind === 'lockfile' ||
    reader.standsAlone === true ||
    !answered.has(folderKey(reader.ecosystem, dirname(path)))
  )
}
