import { packageLimits } from '../package-limits.ts'
import type { SkippedFile } from '../../model/snapshot.ts'
import type { PypiFile } from '../package-registries/pypi-project.ts'
import { pythonTarget } from '../python-packaging/target-environment.ts'
import { fitsTarget, isPure, preferenceOfTarget } from '../python-packaging/wheel-tags.ts'
import { LeftOut } from '../left-out.ts'
import { shownText } from '../shown-text.ts'

/**
 * The file of a release that is scanned: the one that an installation in the target environment uses, because others
 * may contain different code. A compatible wheel, or else a source distribution, or else a wheel for a different
 * environment. Undefined if no file can be read.
 */
export function chooseFile(files: readonly PypiFile[]): PypiFile | undefined {
  const readable = files.filter(
    ({ distribution }) => distribution.kind === 'wheel' || distribution.format !== 'unreadable',
  )
  return readable.sort((a, b) => Number(isTooLarge(a)) - Number(isTooLarge(b)) || compareFiles(a, b))[0]
}

/** Files of a release other than the selected one. */
export interface FilesLeftOut {
  /** The file that an installation in the target environment uses instead, but that could not be read: a gap. */
  readonly skipped: readonly SkippedFile[]
  /** For other environments. */
  readonly notFollowed: readonly SkippedFile[]
}

/** charset-normalizer 3.5.2 has 171 files. */
const maxNamed = 50

/** Lists files of a release that may be installed in other environments and are not scanned. */
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
    // A source distribution is built only if no wheel is compatible.
    else if (distribution.kind === 'wheel' || !isFittingWheel(chosen))
      notFollowed.add(fileName, `it is another file of this release; ${chosenName} was read`)
  }
  return { skipped: skipped.list(), notFollowed: notFollowed.list() }
}

const isFittingWheel = ({ distribution }: PypiFile): boolean =>
  distribution.kind === 'wheel' && fitsTarget(distribution.tags)

const isTooLarge = ({ size }: PypiFile): boolean => (size ?? 0) > packageLimits.maxPackedBytes

/** Yanked files come last, regardless of their kind. */
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
