import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { textAt } from '../../syntax/document.ts'
import { linesOfNames } from '../../syntax/toml.ts'

/** Same-named entries that one dependency without version may mean; lockfiles for many platforms have two or three. */
const maxCandidates = 8

/** An entry of a lockfile in TOML. */
export interface LockedEntry {
  /** Under which it is listed. */
  readonly key: string
  readonly name: string
  /** Empty when the entry names none. */
  readonly version: string
  /** Where its name stands, from 1. */
  readonly line: number | undefined
  /** The table itself. */
  readonly table: unknown
}

/** The entries of an array of tables that have a name. */
export function lockedEntries(text: string, header: string, tables: readonly unknown[]): LockedEntry[] {
  const lines = linesOfNames(text, header, tables)
  return tables.flatMap((table, index) => {
    const name = textAt(table, 'name')
    const version = textAt(table, 'version') ?? ''
    return name === undefined ? [] : [{ key: `${name}@${version}`, name, version, line: lines[index], table }]
  })
}

/** Finds entries of a lockfile by the names, and where stated versions, by which others ask for them. */
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

/** The part of a listed package that says where it stands. */
export const placeOf = ({ line }: { readonly line: number | undefined }): { readonly line?: number } =>
  line === undefined ? {} : { line }
