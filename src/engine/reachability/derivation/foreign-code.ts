import { sourceDialectByName } from '../../analysis/source-dialect.ts'
import { isLoadableCode } from './loadable-files.ts'
import type { FixedRelease, PackageFiles } from './package-files.ts'

type Ecosystem = FixedRelease['ecosystem']

/** True for code that an installed package does not run itself, such as the scripts of its web pages. */
function isForeign(path: string, ecosystem: Ecosystem): boolean {
  const language = sourceDialectByName(path)?.language
  return language !== undefined && (language === 'python') !== (ecosystem === 'PyPI')
}

/** Returns the files of a package without code in languages that its ecosystem does not run. */
export function withoutForeignCode({ digests, read }: PackageFiles, ecosystem: Ecosystem): PackageFiles {
  return { digests: new Map([...digests].filter(([path]) => !isForeign(path, ecosystem))), read }
}

/** Reports whether a fix changed code in a language that the ecosystem does not run. Such a change may be the fix. */
export function hasForeignChanges(before: PackageFiles, after: PackageFiles, ecosystem: Ecosystem): boolean {
  return [...new Set([...before.digests.keys(), ...after.digests.keys()])].some(
    (path) =>
      before.digests.get(path) !== after.digests.get(path) && isForeign(path, ecosystem) && isLoadableCode(path),
  )
}
