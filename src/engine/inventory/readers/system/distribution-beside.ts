import { releaseOf } from '../../../model/distribution.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { linesOf } from '../../syntax/lines.ts'

/** Linux distribution of the file tree that contains a package database. */
export interface DistributionBeside {
  /** `ID` in os-release(5), such as `debian`. */
  readonly id: string
  /** OSV name of the release, or undefined if it is unknown. */
  readonly release: string | undefined
}

/**
 * Possible paths of the os-release file. In most trees, the first is a link to the second, and a scan does not follow
 * links.
 */
const places = ['etc/os-release', 'usr/lib/os-release']

/**
 * Reads the os-release(5) file in the tree that contains a package database. Returns undefined if no such file exists.
 *
 * @param root path from the database's folder to the root of the tree
 */
export function distributionBeside(file: ManifestFile, root: string): DistributionBeside | undefined {
  for (const place of places) {
    const text = file.sibling(`${root}/${place}`)
    const id = text === undefined ? undefined : valueIn(text, 'ID')
    if (text !== undefined && id !== undefined) return { id, release: releaseOf(id, valueIn(text, 'VERSION_ID') ?? '') }
  }
  return undefined
}

/** Returns the value of a variable. As in a shell, the last assignment takes precedence. */
function valueIn(text: string, name: string): string | undefined {
  const line = linesOf(text).findLast((candidate) => candidate.startsWith(`${name}=`))
  return line
    ?.slice(name.length + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
}
