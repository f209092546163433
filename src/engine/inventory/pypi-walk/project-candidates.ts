import {
  isYanked,
  type PypiFile,
  type PypiProject,
  type PypiRelease,
} from '../../sources/package-registries/pypi-project.ts'
import {
  allowsVersion,
  isPinned,
  namesPreRelease,
  parseSpecifiers,
  type SpecifierSet,
} from '../../sources/python-packaging/specifier.ts'
import { targetPythonVersion } from '../../sources/python-packaging/target-environment.ts'
import { isPreRelease, type PythonVersion } from '../../sources/python-packaging/version.ts'
import { fitsTarget, preferenceOfTarget } from '../../sources/python-packaging/wheel-tags.ts'
import { byBytes } from '../npm-tree/sort-order.ts'

/** A release that can be installed in the target environment, with its installable files. */
export interface Candidate {
  readonly name: string
  readonly version: PythonVersion
  readonly isYanked: boolean
  /** Files from which its metadata can be read, best first. */
  readonly files: readonly PypiFile[]
}

/** Returns the project releases that can be installed in the target environment, newest first. */
export function candidatesOf({ name, releases }: PypiProject): Candidate[] {
  return releases.flatMap((release): Candidate[] => {
    const installable = release.files.filter(isInstallable)
    if (installable.length === 0) return []
    return [
      {
        name,
        version: release.version,
        isYanked: isYanked({ ...release, files: installable }),
        files: metadataFiles(release, installable),
      },
    ]
  })
}

/**
 * Reports whether a file is a compatible wheel or a source distribution. Installers build source distributions of any
 * format.
 */
function isInstallable({ distribution, requiresPython }: PypiFile): boolean {
  if (!suitsTargetPython(requiresPython)) return false
  return distribution.kind === 'sdist' || fitsTarget(distribution.tags)
}

/** Reports whether the target Python version satisfies a constraint. As in pip, invalid constraints exclude nothing. */
export function suitsTargetPython(requiresPython: string | undefined): boolean {
  const specifiers = parseSpecifiers(requiresPython ?? '')
  return specifiers === undefined || allowsVersion(specifiers, targetPythonVersion)
}

/**
 * Returns the files from which a release's metadata can be read, best first. A separate metadata file is the cheapest
 * to read. Among wheels that all have or all lack such a file, the one that an installer would choose comes first. If
 * no wheel is compatible, an installer builds the source distribution, but a wheel for another platform can still
 * provide the metadata: all builds of one release should have the same requirements.
 */
function metadataFiles({ files }: PypiRelease, installable: readonly PypiFile[]): PypiFile[] {
  const wheels = files.filter(({ distribution }) => distribution.kind === 'wheel')
  const fitting = wheels.filter((file) => installable.includes(file))
  const sdists = installable.filter(
    ({ distribution }) => distribution.kind === 'sdist' && distribution.format !== 'unreadable',
  )
  return [...(fitting.length > 0 ? fitting : wheels).sort(byPreference), ...sdists.sort(byPreference)]
}

function byPreference(a: PypiFile, b: PypiFile): number {
  return (
    costOfMetadata(a) - costOfMetadata(b) ||
    preferenceOf(a) - preferenceOf(b) ||
    buildOf(b) - buildOf(a) ||
    byBytes(a.fileName, b.fileName)
  )
}

const costOfMetadata = ({ yanked, metadata }: PypiFile): number =>
  2 * Number(yanked !== undefined) + Number(metadata === undefined)
const preferenceOf = ({ distribution }: PypiFile): number =>
  distribution.kind === 'wheel' ? (preferenceOfTarget(distribution.tags) ?? minPreferred) : minPreferred
const buildOf = ({ distribution }: PypiFile): number => (distribution.kind === 'wheel' ? distribution.build : -1)
const minPreferred = Number.MAX_SAFE_INTEGER

/**
 * Returns the candidates that satisfy all specifiers, newest first. Excludes pre-releases unless a specifier names one
 * or no others exist (PEP 440, "Handling of pre-releases"). Excludes yanked releases unless exactly that version is
 * demanded (PEP 592, as in pip).
 */
export function allowedCandidates(candidates: readonly Candidate[], specifiers: SpecifierSet): readonly Candidate[] {
  const allowed = candidates.filter(({ version }) => allowsVersion(specifiers, version))
  const final = namesPreRelease(specifiers) ? allowed : allowed.filter(({ version }) => !isPreRelease(version))
  const wanted = final.length > 0 ? final : allowed
  const offered = wanted.filter(({ isYanked }) => !isYanked)
  return offered.length === 0 && isPinned(specifiers) ? wanted : offered
}
