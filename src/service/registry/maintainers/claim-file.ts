import type { Snapshot, SnapshotFile } from '../../../engine/model/snapshot.ts'
import { maintainerLimits } from './maintainer-limits.ts'

/**
 * Names of the file that shows a claim, in the root of a package or repository, or in the folder of it that the server
 * is.
 */
export const claimFileNames = ['assay-claim.txt', '.well-known/assay-claim.txt'] as const

/** Where in a snapshot the file may lie. */
function mayLieAt(path: string, folder: string): boolean {
  const within = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
  // A wheel has no root of its own: what stands there is installed beside other packages.
  return (
    claimFileNames.some((name) => name === path || name === within) || /^[^/]+\.dist-info\/assay-claim\.txt$/.test(path)
  )
}

/** The path of the file in which a line is this token and nothing else; undefined when none has it. */
export function findClaimToken(
  { files }: Pick<Snapshot, 'files'>,
  { token, folder }: { readonly token: string; readonly folder: string },
): string | undefined {
  for (const file of files.values()) if (mayLieAt(file.path, folder) && holdsToken(file, token)) return file.path
  return undefined
}

function holdsToken(file: SnapshotFile, token: string): boolean {
  // A large file is not read at all.
  return (
    file.size <= maintainerLimits.maxFileBytes &&
    file.content
      .toString()
      .split(/\r?\n/)
      .some((line) => line.trim() === token)
  )
}
