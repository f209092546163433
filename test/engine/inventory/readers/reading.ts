import type { ManifestReader, ManifestReading } from '../../../../src/engine/inventory/manifest-reader.ts'
import { dependencyReasonText } from '../../../../src/engine/inventory/reasons/dependency-reasons.ts'
import { manifestFile } from '../../../../src/engine/inventory/project/manifest-file.ts'
import { type FileContent, projectSnapshot } from '../project-snapshot.ts'

/** Reads the first of these files, with the others next to it. */
export function readingOf(reader: ManifestReader, files: Readonly<Record<string, FileContent>>): ManifestReading {
  const [path = ''] = Object.keys(files)
  return reader.read(manifestFile(projectSnapshot(files), path, Object.keys(files)))
}

/** Returns `name@version` of each package with its groups, and `direct` for direct dependencies. */
export function packagesOf({ packages }: ManifestReading): string[] {
  return packages.map(({ name, version, direct, groups }) =>
    [`${name}@${version}`, ...(direct ? ['direct'] : []), ...groups].join(' '),
  )
}

/** Returns `name: reason (requested)` for each request. */
export function requestsOf({ requests }: ManifestReading): string[] {
  return requests.map(({ name, requested, reason }) => `${name}: ${dependencyReasonText(reason)} (${requested})`)
}

/** Returns the dependency edges as `from > to`, by the keys of the file. */
export function edgesOf({ packages, requests, roots = [] }: ManifestReading): string[] {
  return [
    ...roots.flatMap(({ folder, requires }) => requires.map((to) => `[${folder}] > ${to}`)),
    ...[...packages, ...requests].flatMap((listed) => (listed.requires ?? []).map((to) => `${listed.key} > ${to}`)),
  ]
}
