import { dirname } from 'node:path/posix'
import type { Component, Ecosystem, UnresolvedDependency } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import { shownText } from '../../sources/shown-text.ts'
import type { ListedPackage, ListedRequest } from '../manifest-reader.ts'
import { isDevelopmentFile } from './development-folders.ts'
import { introductionPaths, keyOf } from './introduction-paths.ts'
import { keysForDevelopment } from './members-for-development.ts'
import type { ReadManifest } from './read-manifests.ts'

export interface ListedComponents {
  readonly components: readonly Component[]
  readonly unresolved: readonly UnresolvedDependency[]
}

/** What a file is beside others of the project. */
export interface Surroundings {
  /** How the project is called where its file does not say. */
  readonly projectName: string
  /** Whether a manifest in the same folder asks for it. */
  readonly isAskedFor: (name: string) => boolean
  /**
   * Whether a manifest in the same folder has an exact version of it, as a compiled requirements file beside a
   * pyproject.toml.
   */
  readonly isPinned: (name: string) => boolean
  /** Whether a file by which alone one may install, in the same folder, has an exact version of it. */
  readonly isInstalledBeside: (name: string) => boolean
  /** Names of the members of the file's workspace, which no registry brings. */
  readonly isMember: (name: string) => boolean
  /** Some format of its ecosystem is a lockfile, so that a manifest without one can be helped. */
  readonly hasLockfiles: boolean
}

/**
 * The components of one file. The project itself is none of them: a repository may call itself by any
 * name, also by that of a package which somebody else has published, and its code is here to be looked at.
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
  const components: Component[] = []
  const unresolved: UnresolvedDependency[] = []

  // Actions run when the project is built and tested, not where it is installed.
  const isForDevelopment = (
    { dev, ecosystem = reader.ecosystem }: Pick<ListedPackage, 'dev' | 'ecosystem'>,
    key: string | undefined,
  ) => dev || isDevelopment || ecosystem === 'GitHub Actions' || (key !== undefined && developed.has(key))
  // With a lockfile, what development needs would be told too; who commits none hides it as well.
  const lacksLockfile =
    reader.kind === 'manifest' && reader.isInstalledByItself !== true && surroundings.hasLockfiles && !isDevelopment
  const leaveOut = (listed: Pick<ListedRequest, 'dev' | 'ecosystem' | 'key' | 'name' | 'reason' | 'requested'>) => {
    const { name, requested, ecosystem = reader.ecosystem, reason } = listed
    unresolved.push({
      name: shownText(name),
      requested: shownText(requested),
      requiredBy: projectLabel,
      reason: shownText(reason),
      ecosystem,
      manifest,
      ...(!lacksLockfile && isForDevelopment(listed, listed.key) && { isGap: false }),
    })
  }
  for (const listed of reading.packages) {
    const { name, version, ecosystem = reader.ecosystem } = listed
    const key = keyOf(listed)
    // Tools for building take a member of the workspace from its folder, whatever version is asked for.
    if (reader.kind === 'manifest' && surroundings.isMember(name)) continue
    const purl = purlOf(ecosystem, name, version)
    if (purl === undefined)
      leaveOut({ ...listed, key, requested: version, reason: 'its name or version is not valid for a package' })
    else {
      components.push({
        purl,
        name,
        version,
        ecosystem,
        direct: isDirect(listed, reader.kind === 'manifest', surroundings),
        dev: isForDevelopment(listed, key),
        introducedBy: pathsOf(listed).map((steps) => ({ manifest, path: [...steps] })),
      })
      if (reader.standsAlone === true && reader.kind === 'manifest')
        leaveOut({ ...listed, key, requested: version, reason: 'its own dependencies are not resolved' })
      if (lacksLockfile && !surroundings.isInstalledBeside(name))
        leaveOut({
          ...listed,
          key,
          requested: version,
          reason: `no lockfile lists its dependencies${ecosystem === 'Maven' ? '' : '; commit one'}`,
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

function isDirect({ name, direct }: ListedPackage, isOfManifest: boolean, { isAskedFor }: Surroundings): boolean {
  return direct ?? (isOfManifest || isAskedFor(name))
}

/**
 * What `shownText` leaves as it is, without what breaks lines or turns the direction of writing: no name has that, and
 * it would hide another.
 */
const showable = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u

/** Undefined for what cannot be shown and stored as it is, or be a package at all. */
function purlOf(ecosystem: Ecosystem, name: string, version: string): string | undefined {
  if (!showable.test(name) || !showable.test(version)) return undefined
  try {
    return packageUrl(ecosystem, name, version)
  } catch {
    return undefined
  }
}
