import type { ManifestReader, ManifestReading } from '../../../../../src/engine/inventory/manifest-reader.ts'
import { dependencyReasonText } from '../../../../../src/engine/inventory/reasons/dependency-reasons.ts'
import { readingOf } from '../reading.ts'

/** Reads the first of these files, with the others next to it. The reader must support it. */
export function readFiles(reader: ManifestReader, texts: Readonly<Record<string, string>>): ManifestReading {
  const [path = ''] = Object.keys(texts)
  if (!reader.reads(path)) throw new Error(`${reader.id} does not read ${path}`)
  return readingOf(reader, texts)
}

/** Returns one line for each package: `name@version`, followed by its unusual properties. */
export const packageLines = ({ packages }: ManifestReading): string[] =>
  packages.map(({ name, version, direct, dev, groups }) =>
    [
      `${name}@${version}`,
      ...(direct === undefined ? [] : [direct ? 'direct' : 'transitive']),
      ...(dev ? ['dev'] : []),
      ...(groups.length === 0 ? [] : [`(${groups.join(', ')})`]),
    ].join(' '),
  )

/** Returns one line for each request: `name requested: reason`. */
export const requestLines = ({ requests }: ManifestReading): string[] =>
  requests.map(
    ({ name, requested, dev, reason }) => `${name} ${requested}${dev ? ' dev' : ''}: ${dependencyReasonText(reason)}`,
  )

/** Returns the dependencies of each package, by key. */
export const edgesOf = ({ packages }: ManifestReading): Record<string, readonly string[]> =>
  Object.fromEntries(
    packages.flatMap(({ key, name, version, requires }) =>
      requires === undefined ? [] : [[key ?? `${name}@${version}`, requires]],
    ),
  )
