import { packageLimits } from '../package-limits.ts'
import type { SkippedFile } from '../../model/snapshot.ts'
import type { PypiFile } from '../package-registries/pypi-project.ts'
import { pythonTarget } from '../python-packaging/target-environment.ts'
import { fitsTarget, isPure, preferenceOfTarget } from '../python-packaging/wheel-tags.ts'
import { LeftOut } from '../left-out.ts'
import { shownText } from '../shown-text.ts'

/**
 * Returns the release file to scan: the one that would be installed in the target environment, because other files may
 * contain different code. Prefers a compatible wheel, then a source distribution, then a wheel for another environment.
 * Returns undefined if no file can be read.
 */
export function chooseFile(files: readonly PypiFile[]): PypiFile | undefined {
  const readable = files.filter(
    ({ distribution }) => distribution.kind === 'wheel' || distribution.format !== 'unreadable',
  )
  return readable.sort((a, b) => Number(isTooLarge(a)) - Number(isTooLarge(b)) || compareFiles(a, b))[0]
}

/** Release files that are not scanned. */
export interface FilesLeftOut {
  /** File that would be installed in the target environment but could not be read. This is a coverage gap. */
  readonly skipped: readonly SkippedFile[]
  /** Files for other environments. */
  readonly notFollowed: readonly SkippedFile[]
}

/** Maximum number of listed files. charset-normalizer 3.5.2 has 171. */
const maxNamed = 50

/** Lists the release files that are not scanned but may be installed in other environments. */
export function filesLeftOut(files: readonly PypiFile[], chosen: PypiFile): FilesLeftOut {
  const [skipped, notFollowed] = [new LeftOut(maxNamed), new LeftOut(maxNamed)]
  const chosenName = shownText(chosen.fileName)
  for (const file of files.filter((file) => file !== chosen).sort(compareFiles)) {
    const { fileName, distribution } = file
    const isInstalled = distribution.kind === 'sdist' || fitsTarget(distribution.tags)
    if (isInstalled && isTooLarge(file) && compareFiles(file, chosen) < 0)
      skipped.add(
        fileName,
        `it is the file that pip installs for ${pythonTarget.description}, but larger than ` +
          `${packageLimits.maxPackedBytes / 2 ** 20} MiB; ${chosenName} was read instead`,
      )
    // pip builds a source distribution only if no wheel is compatible.
    else if (distribution.kind === 'wheel' || !isFittingWheel(chosen))
      notFollowed.add(fileName, `it is another file of this release; ${chosenName} was read`)
  }
  return { skipped: skipped.list(), notFollowed: notFollowed.list() }
}

const isFittingWheel = ({ distribution }: PypiFile): boolean =>
  distribution.kind === 'wheel' && fitsTarget(distribution.tags)

const isTooLarge = ({ size }: PypiFile): boolean => (size ?? 0) > packageLimits.maxPackedBytes

/** Compares files by preference. Yanked files are last, whatever their kind. */
function compareFiles(a: PypiFile, b: PypiFile): number {
  const [left, right] = [order(a), order(b)]
  return (
    left.map((value, index) => value - (right[index] ?? 0)).find((difference) => difference !== 0) ??
    (a.fileName < b.fileName ? -1 : 1)
  )
}

function order({ yanked, distribution }: PypiFile): number[] {
  const isYanked = Number(yanked !== undefined)
  if (distribution.kind === 'sdist') return [isYanked, 1]
  const { tags, build } = distribution
  const preference = preferenceOfTarget(tags)
  return preference === undefined ? [isYanked, 2, isPure(tags) ? 0 : 1, -build] : [isYanked, 0, preference, -build]
}
