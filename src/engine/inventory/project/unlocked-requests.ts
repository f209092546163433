import { dirname } from 'node:path/posix'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import type { Ecosystem } from '../../model/component.ts'
import type { ManifestReading } from '../manifest-reader.ts'
import { folderKey, foldersOf } from './answered-folders.ts'
import type { ReadManifest } from './read-manifests.ts'

/**
 * Maximum number of lockfiles consulted per folder. If further lockfiles are ignored, more dependencies are reported as
 * missing, never fewer.
 */
const maxLockfiles = 16

/**
 * Returns requirements in covered manifests that are missing from their lockfiles. An empty or outdated lockfile does
 * not show what an installation would add. Only required dependencies are checked, because optional, peer, and
 * development dependencies may be omitted for good reasons. For a file that is installed by itself, pinned versions
 * missing from all lockfiles count as packages, because the file installs them.
 */
export function unlockedRequests(read: readonly ReadManifest[], answered: readonly ReadManifest[]): ReadManifest[] {
  const locked = new Map<string, Set<string>[]>()
  for (const file of read) {
    if (file.reader.kind !== 'lockfile' || file.reader.standsAlone === true) continue
    const names = namesOf(file.reading, file.reader.ecosystem)
    for (const folder of foldersOf(file)) {
      const known = locked.get(folder)
      if (known === undefined) locked.set(folder, [names])
      else if (known.length < maxLockfiles) known.push(names)
    }
  }
  return answered.map((file) => {
    const { path, reader, reading } = file
    const names = locked.get(folderKey(reader.ecosystem, dirname(path))) ?? []
    const isKnown = (identity: string) => names.some((known) => known.has(identity))
    const isUnlocked = ({
      name,
      dev,
      groups,
    }: {
      readonly name: string
      readonly dev: boolean
      readonly groups: readonly string[]
    }) => !dev && groups.length === 0 && !isKnown(normalPackageName(reader.ecosystem, name))
    if (reader.isInstalledByItself === true) {
      const packages = reading.packages.filter(
        ({ name, version }) => !isKnown(exactly(normalPackageName(reader.ecosystem, name), version)),
      )
      return { ...file, reading: { ...reading, packages, requests: reading.requests.filter(isUnlocked) } }
    }
    const requests = [
      ...reading.packages.map((listed) => ({ ...listed, requested: listed.version })),
      ...reading.requests,
    ]
    return {
      ...file,
      reading: {
        ...reading,
        packages: [],
        requests: requests.filter(isUnlocked).map(({ name, requested, dev, groups }) => ({
          name,
          requested,
          dev,
          groups,
          reason: 'lockfile-without-package' as const,
        })),
      },
    }
  })
}

/** Returns all names in a lockfile, with and without versions, including those of its own projects. */
function namesOf({ packages, requests, roots = [], project }: ManifestReading, ecosystem: Ecosystem): Set<string> {
  const names = new Set<string>()
  for (const { name } of [...packages, ...requests, ...roots, ...(project ? [project] : [])])
    if (name !== undefined) names.add(normalPackageName(ecosystem, name))
  for (const { name, version } of packages) names.add(exactly(normalPackageName(ecosystem, name), version))
  return names
}

/** Combines a name and a version into a key that cannot be a name. */
const exactly = (name: string, version: string): string => `${name}\n${version}`
