import { dirname } from 'node:path/posix'
import type { Component, Ecosystem, UnresolvedDependency } from '../../model/component.ts'
import type { Distribution } from '../../model/distribution.ts'
import type { License } from '../../model/license.ts'
import { packageUrl } from '../../model/purl.ts'
import { shownText } from '../../sources/shown-text.ts'
import type { DependencyReason } from '../reasons/dependency-reasons.ts'
import type { ListedPackage, ListedRequest } from '../manifest-reader.ts'
import { isDevelopmentFile } from './development-folders.ts'
import { entryLines } from './entry-lines.ts'
import { introductionPaths, keyOf } from './introduction-paths.ts'
import { keysForDevelopment } from './members-for-development.ts'
import type { ReadManifest } from './read-manifests.ts'

/** A dependency without a version, with the code of its reason. */
export type UnresolvedEntry = Omit<UnresolvedDependency, 'reason'> & { readonly reason: DependencyReason }

export interface ListedComponents {
  readonly components: readonly Component[]
  readonly unresolved: readonly UnresolvedEntry[]
}

/** What is known about a file from other project files. */
export interface Surroundings {
  /** Project name, used if the file does not contain one. */
  readonly projectName: string
  /** Reports whether a manifest in the same folder requires the package. */
  readonly isAskedFor: (name: string) => boolean
  /**
   * Reports whether a manifest in the same folder pins the package. An example is a compiled requirements file next to
   * a pyproject.toml.
   */
  readonly isPinned: (name: string) => boolean
  /** Reports whether a file in the same folder that is installed by itself pins the package. */
  readonly isInstalledBeside: (name: string) => boolean
  /** Reports whether a name denotes a member of the file's workspace. Registries do not provide such members. */
  readonly isMember: (name: string) => boolean
  /** True if the ecosystem has a lockfile format, so adding a lockfile would help. */
  readonly hasLockfiles: boolean
}

/**
 * Returns the components of one file. The project itself is excluded: a repository may use any name, including that of
 * an unrelated published package, and its code is scanned anyway.
 */
export function listedComponents(
  { path, reader, reading }: ReadManifest,
  surroundings: Surroundings,
): ListedComponents {
  const folder = dirname(path)
  const { project } = reading
  const projectLabel = shownText(
    project === undefined
      ? folder === '.' || folder.startsWith('.github')
        ? surroundings.projectName
        : folder
      : project.version === undefined
        ? project.name
        : `${project.name}@${project.version}`,
  )
  const manifest = shownText(path)
  const isDevelopment = isDevelopmentFile(path)
  const developed = keysForDevelopment(path, reading)
  const pathsOf = introductionPaths(reading, projectLabel)
  const linesOf = entryLines(reading)
  const components: Component[] = []
  const unresolved: UnresolvedEntry[] = []

  // Actions run in CI and are not installed with the project, so they count as development dependencies.
  const isForDevelopment = (
    { dev, ecosystem = reader.ecosystem }: Pick<ListedPackage, 'dev' | 'ecosystem'>,
    key: string | undefined,
  ) => dev || isDevelopment || ecosystem === 'GitHub Actions' || (key !== undefined && developed.has(key))
  // A lockfile would also specify the versions of development dependencies, so without one, they count as gaps too.
  const lacksLockfile =
    reader.kind === 'manifest' && reader.isInstalledByItself !== true && surroundings.hasLockfiles && !isDevelopment
  const leaveOut = (
    listed: Pick<ListedRequest, 'dev' | 'ecosystem' | 'key' | 'line' | 'name' | 'reason' | 'requested'>,
  ) => {
    const { name, requested, ecosystem = reader.ecosystem, reason, line } = listed
    unresolved.push({
      name: shownText(name),
      requested: shownText(requested),
      requiredBy: projectLabel,
      reason,
      ecosystem,
      manifest,
      ...(line !== undefined && { line }),
      ...(!lacksLockfile && isForDevelopment(listed, listed.key) && { isGap: false }),
    })
  }
  for (const listed of reading.packages) {
    const { name, version, ecosystem = reader.ecosystem, distribution } = listed
    const key = keyOf(listed)
    // Build tools use the workspace folder for a member, regardless of the requested version.
    if (reader.kind === 'manifest' && surroundings.isMember(name)) continue
    const purl = purlOf(ecosystem, name, version, distribution)
    if (purl === undefined) leaveOut({ ...listed, key, requested: version, reason: 'invalid-name-or-version' })
    else {
      components.push({
        purl,
        name,
        version,
        ecosystem,
        direct: isDirect(listed, reader.kind === 'manifest', surroundings),
        dev: isForDevelopment(listed, key),
        introducedBy: pathsOf(listed).map((steps) => ({ manifest, path: [...steps], ...linesOf(listed) })),
        ...(distribution && { distribution }),
        ...(listed.license && { license: shownLicense(listed.license) }),
      })
      if (reader.standsAlone === true && reader.kind === 'manifest')
        leaveOut({ ...listed, key, requested: version, reason: 'dependencies-not-resolved' })
      if (lacksLockfile && !surroundings.isInstalledBeside(name))
        leaveOut({
          ...listed,
          key,
          requested: version,
          reason: ecosystem === 'Maven' ? 'dependencies-not-listed' : 'dependencies-not-listed-commit-lockfile',
        })
    }
  }
  for (const request of reading.requests) {
    const isToldElsewhere =
      reader.kind === 'manifest' && (surroundings.isMember(request.name) || surroundings.isPinned(request.name))
    if (!isToldElsewhere) leaveOut(request)
  }
  return { components, unresolved }
}

/**
 * Sanitizes the license name. SPDX expressions need no sanitizing, because they only contain characters kept by
 * `shownText`.
 */
const shownLicense = ({ expression, name }: License): License =>
  expression === undefined ? { name: shownText(name ?? '') } : { expression }

function isDirect({ name, direct }: ListedPackage, isOfManifest: boolean, { isAskedFor }: Surroundings): boolean {
  return direct ?? (isOfManifest || isAskedFor(name))
}

/**
 * Matches names that `shownText` would leave unchanged: without line breaks and characters that change the text
 * direction. Valid names contain neither, but an attacker could use such characters to disguise a name.
 */
const showable = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u

/**
 * Returns a package URL. Returns undefined if it cannot be displayed and stored unchanged, or cannot denote a package.
 */
function purlOf(
  ecosystem: Ecosystem,
  name: string,
  version: string,
  distribution: Distribution | undefined,
): string | undefined {
  if (!showable.test(name) || !showable.test(version)) return undefined
  try {
    return packageUrl(ecosystem, name, version, distribution)
  } catch {
    return undefined
  }
}
