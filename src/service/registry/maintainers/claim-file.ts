import type { Snapshot, SnapshotFile } from '../../../engine/model/snapshot.ts'
import { maintainerLimits } from './maintainer-limits.ts'

/**
 * Possible names of the file that proves a claim. It is at the root of a package or repository, or in the server's
 * folder.
 */
export const claimFileNames = ['assay-claim.txt', '.well-known/assay-claim.txt'] as const

/** Reports whether a path in a snapshot may be the proof file. */
function mayLieAt(path: string, folder: string): boolean {
  const within = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
  // A wheel has no root of its own: its files are installed next to other packages' files.
  return (
    claimFileNames.some((name) => name === path || name === within) || /^[^/]+\.dist-info\/assay-claim\.txt$/.test(path)
  )
}

/** Returns the path of a file that contains exactly this token on a line, or undefined. */
export function findClaimToken(
  { files }: Pick<Snapshot, 'files'>,
  { token, folder }: { readonly token: string; readonly folder: string },
): string | undefined {
  for (const file of files.values()) if (mayLieAt(file.path, folder) && holdsToken(file, token)) return file.path
  return undefined
}

function holdsToken(file: SnapshotFile, token: string): boolean {
  // Skips large files.
  return (
    file.size <= maintainerLimits.maxFileBytes &&
    file.content
      .toString()
      .split(/\r?\n/)
      .some((line) => line.trim() === token)
  )
}
