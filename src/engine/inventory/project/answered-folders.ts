import { dirname } from 'node:path/posix'
import type { Ecosystem } from '../../model/component.ts'
import { pathWithinProject } from '../project-path.ts'
import type { ReadManifest } from './read-manifests.ts'

/** A folder of the project and an ecosystem, as one text; the project's own folder is `.`. */
export const folderKey = (ecosystem: Ecosystem, folder: string): string => `${ecosystem}\n${folder}`

/**
 * Where lockfiles say which versions come: in their own folders and in those of their workspaces. Several lockfiles of
 * one folder all answer: which of them somebody installs by is not known. One that stands alone answers for no folder.
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

/** True where a file's packages count: it is a lockfile, stands alone, or no lockfile answers for its folder. */
export function counts({ path, reader }: ReadManifest, answered: ReadonlySet<string>): boolean {
  return (
    reader.kind === 'lockfile' ||
    reader.standsAlone === true ||
    !answered.has(folderKey(reader.ecosystem, dirname(path)))
  )
}
