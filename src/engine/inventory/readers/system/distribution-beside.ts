import { releaseOf } from '../../../model/distribution.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { linesOf } from '../../syntax/lines.ts'

/** The distribution in whose tree a database of packages is. */
export interface DistributionBeside {
  /** `ID` of os-release(5), such as `debian`. */
  readonly id: string
  /** OSV name of the release. Undefined if Assay does not know it. */
  readonly release: string | undefined
}

/** In most trees the first one is a link to the second one, and a scan does not follow links. */
const places = ['etc/os-release', 'usr/lib/os-release']

/**
 * Reads the os-release(5) file of the tree in which a database of packages is. Undefined without such a file.
 *
 * @param root relative path from the folder of the database to the root of the tree
 */
export function distributionBeside(file: ManifestFile, root: string): DistributionBeside | undefined {
  for (const place of places) {
    const text = file.sibling(`${root}/${place}`)
    const id = text === undefined ? undefined : valueIn(text, 'ID')
    if (text !== undefined && id !== undefined) return { id, release: releaseOf(id, valueIn(text, 'VERSION_ID') ?? '') }
  }
  return undefined
}

/** The last assignment counts, as in a shell. */
function valueIn(text: string, name: string): string | undefined {
  const line = linesOf(text).findLast((candidate) => candidate.startsWith(`${name}=`))
  return line
    ?.slice(name.length + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
}
