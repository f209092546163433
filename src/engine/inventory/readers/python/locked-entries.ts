import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { textAt } from '../../syntax/document.ts'
import { linesOfNames } from '../../syntax/toml.ts'

/**
 * Maximum number of entries with the same name that match a dependency without a version. Lockfiles for many platforms
 * have two or three.
 */
const maxCandidates = 8

/** Entry in a TOML lockfile. */
export interface LockedEntry {
  /** Key in the listing. */
  readonly key: string
  readonly name: string
  /** Version, or an empty string. */
  readonly version: string
  /** Line that contains the name, starting at 1. */
  readonly line: number | undefined
  readonly table: unknown
}

/** Returns the entries that have a name in an array of tables. */
export function lockedEntries(text: string, header: string, tables: readonly unknown[]): LockedEntry[] {
  const lines = linesOfNames(text, header, tables)
  return tables.flatMap((table, index) => {
    const name = textAt(table, 'name')
    const version = textAt(table, 'version') ?? ''
    return name === undefined ? [] : [{ key: `${name}@${version}`, name, version, line: lines[index], table }]
  })
}

/** Returns a function that finds lockfile entries by name and, if given, version. */
export function entriesByName(
  entries: readonly LockedEntry[],
): (name: string, version?: string) => readonly LockedEntry[] {
  const byName = new Map<string, LockedEntry[]>()
  for (const entry of entries) {
    const name = normalProjectName(entry.name)
    const known = byName.get(name)
    if (known === undefined) byName.set(name, [entry])
    else if (known.length < maxCandidates) known.push(entry)
  }
  return (name, version) => {
    const candidates = byName.get(normalProjectName(name)) ?? []
    const exact = version === undefined ? [] : candidates.filter((entry) => entry.version === version)
    return exact.length > 0 ? exact : candidates
  }
}

/** Returns the location of a listed package. */
export const placeOf = ({ line }: { readonly line: number | undefined }): { readonly line?: number } =>
  line === undefined ? {} : { line }
