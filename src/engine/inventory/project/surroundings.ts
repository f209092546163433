import { basename, dirname } from 'node:path/posix'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { ManifestReading } from '../manifest-reader.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import { folderKey, foldersOf } from './answered-folders.ts'
import type { Surroundings } from './listed-components.ts'
import type { ReadManifest } from './read-manifests.ts'

/**
 * Collects what is known about a file from other project files.
 *
 * @param counting files whose packages count
 */
export function surroundings(
  read: readonly ReadManifest[],
  counting: readonly ReadManifest[],
  { source }: { readonly source: Pick<Snapshot['source'], 'canonicalUrl'> },
): (file: ReadManifest) => Surroundings {
  const manifests = read.filter(({ reader }) => reader.kind === 'manifest' && reader.standsAlone !== true)
  const asked = namesByFolder(manifests, ({ packages, requests }) => [...packages, ...requests])
  const pinned = namesByFolder(
    counting.filter(({ reader }) => reader.kind === 'manifest' && reader.standsAlone !== true),
    ({ packages }) => packages,
  )
  const installed = namesByFolder(
    counting.filter(({ reader }) => reader.isInstalledByItself),
    ({ packages }) => packages,
  )
  const members = membersByFolder(manifests)
  const ownNames = new Set(manifests.flatMap(({ reading }) => reading.project?.name ?? []))
  const projectName = decodedName(source.canonicalUrl)
  return ({ path, reader: { ecosystem, standsAlone } }) => {
    if (standsAlone === true) return alone(projectName, ownNames)
    const folder = folderKey(ecosystem, folderOfProject(path))
    return {
      projectName,
      isAskedFor: (name) => asked.get(folder)?.has(normalPackageName(ecosystem, name)) ?? false,
      isPinned: (name) => pinned.get(folder)?.has(normalPackageName(ecosystem, name)) ?? false,
      isInstalledBeside: (name) => installed.get(folder)?.has(normalPackageName(ecosystem, name)) ?? false,
      isMember: (name) => members.get(folder)?.some((names) => names.has(name)) ?? false,
      hasLockfiles: manifestReaders.some((reader) => reader.kind === 'lockfile' && reader.ecosystem === ecosystem),
    }
  }
}

/**
 * Returns the surroundings for a standalone file.
 *
 * @param ownNames names of all projects in the source, whose code is scanned anyway
 */
function alone(projectName: string, ownNames: ReadonlySet<string>): Surroundings {
  return {
    projectName,
    isAskedFor: () => false,
    isPinned: () => false,
    isInstalledBeside: () => false,
    isMember: (name) => ownNames.has(name),
    hasLockfiles: false,
  }
}

function namesByFolder(
  manifests: readonly ReadManifest[],
  listed: (reading: ManifestReading) => readonly { readonly name: string }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const { path, reader, reading } of manifests) {
    const folder = folderKey(reader.ecosystem, folderOfProject(path))
    const known = names.get(folder) ?? new Set()
    for (const { name } of listed(reading)) known.add(normalPackageName(reader.ecosystem, name))
    names.set(folder, known)
  }
  return names
}

/**
 * Returns the project folder for a path. If a folder is named `requirements`, its files belong to the project above it,
 * which is a common pip convention.
 */
function folderOfProject(path: string): string {
  const folder = dirname(path)
  return basename(folder) === 'requirements' ? dirname(folder) : folder
}

/** Maximum number of workspaces per folder. For example, a Maven module with its own modules belongs to two. */
const maxWorkspaces = 8

/** Returns the names of all projects in a workspace, for each of its folders. */
function membersByFolder(manifests: readonly ReadManifest[]): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const projects = new Map(
    manifests.flatMap(({ path, reader, reading }) =>
      reading.project ? [[folderKey(reader.ecosystem, dirname(path)), reading.project.name]] : [],
    ),
  )
  const members = new Map<string, ReadonlySet<string>[]>()
  for (const folders of manifests.map(foldersOf)) {
    const names = new Set(folders.flatMap((folder) => projects.get(folder) ?? []))
    if (folders.length > 1) for (const folder of folders) addWorkspace(members, folder, names)
  }
  return members
}

function addWorkspace(members: Map<string, ReadonlySet<string>[]>, folder: string, names: ReadonlySet<string>): void {
  const known = members.get(folder)
  if (known === undefined) members.set(folder, [names])
  else if (known.length < maxWorkspaces) known.push(names)
}

/** Returns the last segment of a URL, which is the repository or folder name. */
function decodedName(address: string): string {
  const name = basename(URL.parse(address)?.pathname ?? '') || 'project'
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
