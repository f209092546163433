import type { ManifestReader, ManifestReading } from '../../../../../src/engine/inventory/manifest-reader.ts'
import { readingOf } from '../reading.ts'

/** What a reader makes of the first of these files, which must be one of its own, with the others beside it. */
export function readFiles(reader: ManifestReader, texts: Readonly<Record<string, string>>): ManifestReading {
  const [path = ''] = Object.keys(texts)
  if (!reader.reads(path)) throw new Error(`${reader.id} does not read ${path}`)
  return readingOf(reader, texts)
}

/** One line for each package: `name@version`, then what is not usual about it. */
export const packageLines = ({ packages }: ManifestReading): string[] =>
  packages.map(({ name, version, direct, dev, groups }) =>
    [
      `${name}@${version}`,
      ...(direct === undefined ? [] : [direct ? 'direct' : 'transitive']),
      ...(dev ? ['dev'] : []),
      ...(groups.length === 0 ? [] : [`(${groups.join(', ')})`]),
    ].join(' '),
  )

/** One line for each request: `name requested: reason`. */
export const requestLines = ({ requests }: ManifestReading): string[] =>
  requests.map(({ name, requested, dev, reason }) => `${name} ${requested}${dev ? ' dev' : ''}: ${reason}`)

/** What each package brings, by key. */
export const edgesOf = ({ packages }: ManifestReading): Record<string, readonly string[]> =>
  Object.fromEntries(
    packages.flatMap(({ key, name, version, requires }) =>
      requires === undefined ? [] : [[key ?? `${name}@${version}`, requires]],
    ),
  )
