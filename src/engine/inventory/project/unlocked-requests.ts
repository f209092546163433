import { dirname } from 'node:path/posix'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import type { Ecosystem } from '../../model/component.ts'
import type { ManifestReading } from '../manifest-reader.ts'
import { folderKey, foldersOf } from './answered-folders.ts'
import type { ReadManifest } from './read-manifests.ts'

/**
 * Lockfiles that are asked for one folder. Those beyond it answer nothing, which names more dependencies, not fewer.
 */
const maxLockfiles = 16

/**
 * For manifests that lockfiles answer for, what those lockfiles do not know: an empty or an old lockfile
 * says nothing of what an installation would add to it. Only what the project needs in any case is
 * looked for; what is optional, a peer or for development may be left out for good reasons. Of a file by
 * which alone one may install, the versions that no lockfile names are packages: they are what that brings.
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
    const reason = 'the lockfile does not contain it; update the lockfile'
    const requests = [
      ...reading.packages.map((listed) => ({ ...listed, requested: listed.version })),
      ...reading.requests,
    ]
    return {
      ...file,
      reading: {
        ...reading,
        packages: [],
        requests: requests
          .filter(isUnlocked)
          .map(({ name, requested, dev, groups }) => ({ name, requested, dev, groups, reason })),
      },
    }
  })
}

/** Everything that a lockfile names, its own projects among it, with and without versions. */
function namesOf({ packages, requests, roots = [], project }: ManifestReading, ecosystem: Ecosystem): Set<string> {
  const names = new Set<string>()
  for (const { name } of [...packages, ...requests, ...roots, ...(project ? [project] : [])])
    if (name !== undefined) names.add(normalPackageName(ecosystem, name))
  for (const { name, version } of packages) names.add(exactly(normalPackageName(ecosystem, name), version))
  return names
}

/** Nothing that is a name. */
const exactly = (name: string, version: string): string => `${name}\n${version}`
