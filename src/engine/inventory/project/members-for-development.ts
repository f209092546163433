import { posix } from 'node:path'
import type { ListedRoot, ManifestReading } from '../manifest-reader.ts'
import { pathWithinProject } from '../project-path.ts'
import { groupsReaching } from '../reach.ts'
import { isDevelopmentFile } from './development-folders.ts'
import { keyOf } from './introduction-paths.ts'

/**
 * Returns keys in a root lockfile that are only needed by workspace members in folders for tests, examples, and the
 * like. Runtime dependencies of other members are excluded. Unreachable keys are excluded too, because their path may
 * be in an unsupported notation. Linear in the dependencies of roots, packages, and requirements.
 *
 * @param path lockfile path
 */
export function keysForDevelopment(
  path: string,
  { packages, requests, roots = [] }: ManifestReading,
): ReadonlySet<string> {
  const isForDevelopment = ({ folder }: ListedRoot): boolean => {
    const place = pathWithinProject(path, folder)
    return place !== undefined && isDevelopmentFile(posix.join(place, 'manifest'))
  }
  const developed = roots.filter(isForDevelopment)
  if (developed.length === 0) return new Set()

  const neighbours = new Map<string, readonly string[]>()
  const ofMembers = new Map<string, string[]>()
  // If one member depends on another, the other's runtime dependencies count too.
  for (const root of roots) {
    const needed = neededBy(root)
    for (const key of keysOfMember(root)) {
      const known = ofMembers.get(key)
      if (known === undefined) ofMembers.set(key, [...needed])
      else for (const other of needed) known.push(other)
    }
  }
  for (const [key, needed] of ofMembers) neighbours.set(key, needed)
  for (const listed of [...packages, ...requests]) {
    const key = 'version' in listed ? keyOf(listed) : listed.key
    if (key !== undefined) neighbours.set(key, listed.requires ?? [])
  }
  const groups = [
    { group: 'use', keys: roots.filter((root) => !isForDevelopment(root)).flatMap(neededBy) },
    { group: 'development', keys: developed.flatMap(({ requires }) => requires) },
  ]
  const reached = groupsReaching(groups, (key) => neighbours.get(key) ?? [])
  return new Set([...reached].filter(([, by]) => !by.includes('use')).map(([key]) => key))
}

function neededBy({ requires, forDevelopment = [] }: ListedRoot): string[] {
  const developed = new Set(forDevelopment)
  return requires.filter((key) => !developed.has(key))
}

/**
 * Returns the keys that refer to a member: by name and version for Cargo and uv, by name for Bun, and by folder for
 * npm.
 */
function keysOfMember({ folder, name, version = '' }: ListedRoot): string[] {
  return [folder, ...(name === undefined ? [] : [name, `${name}@${version}`])].filter((key) => key !== '')
}
