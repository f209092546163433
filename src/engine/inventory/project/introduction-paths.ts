import { inventoryLimits } from '../inventory-limits.ts'
import { shownText } from '../../sources/shown-text.ts'
import { shortestChains } from '../introductions.ts'
import type { ListedPackage, ListedRequest, ManifestReading } from '../manifest-reader.ts'
import { byBytes } from '../npm-tree/sort-order.ts'

/** Returns the key that other entries in the same file use to refer to this one. */
export const keyOf = ({ key, name, version }: Pick<ListedPackage, 'key' | 'name' | 'version'>): string =>
  key ?? `${name}@${version}`

/** Returns a step in a dependency path. If a package has a URL instead of a version, each `@` in the URL is escaped. */
const stepOf = (listed: ListedPackage | ListedRequest): string =>
  shownText(`${listed.name}@${'version' in listed ? listed.version : listed.requested.replaceAll('@', '%40')}`)

/**
 * Returns the dependency paths to each key in a file, as `name@version` steps from the project. A key without
 * dependents counts as a direct dependency of the project; in files without a graph, all keys do. Linear in the edges,
 * and O(n log n) in the keys.
 *
 * @param project project name, if the file does not state one
 */
export function introductionPaths(
  reading: ManifestReading,
  project: string,
): (listed: ListedPackage) => readonly (readonly string[])[] {
  const { packages, requests, roots } = reading
  const straight = (listed: ListedPackage) => [[project, stepOf(listed)]]
  if (roots === undefined && packages.every(({ requires }) => requires === undefined)) return straight

  const start = '\0start'
  const steps = new Map<string, string>()
  const neighbours = new Map<string, readonly string[]>()
  for (const listed of [...packages, ...requests]) {
    const key = 'version' in listed ? keyOf(listed) : listed.key
    if (key === undefined) continue
    steps.set(key, stepOf(listed))
    neighbours.set(key, listed.requires ?? [])
  }
  const told = roots ?? [{ folder: '', requires: packages.filter(({ direct }) => direct).map(keyOf) }]
  const rootKeys = told.map((_root, index) => `${start}\0${index}`)
  for (const [index, { folder, name, version, requires }] of told.entries()) {
    const called = name ?? (folder || undefined)
    steps.set(
      rootKeys[index] ?? '',
      called === undefined ? project : shownText(version === undefined ? called : `${called}@${version}`),
    )
    neighbours.set(rootKeys[index] ?? '', requires)
  }
  neighbours.set(start, rootKeys)
  // Sorts keys once, and neighbors by rank.
  const sorted = [...steps].sort(([a, stepOfA], [b, stepOfB]) => byBytes(stepOfA, stepOfB) || byBytes(a, b))
  const ranks = new Map(sorted.map(([key], rank) => [key, rank]))
  const rankOf = (key: string): number => ranks.get(key) ?? 0
  const next = (key: string) =>
    [...new Set(neighbours.get(key))].filter((other) => ranks.has(other)).sort((a, b) => rankOf(a) - rankOf(b))
  const chains = shortestChains(start, memoised(next), inventoryLimits.maxChainSteps)
  return (listed) =>
    chains.get(keyOf(listed))?.map((chain) => chain.slice(1).map((key) => steps.get(key) ?? key)) ?? straight(listed)
}

function memoised(compute: (key: string) => readonly string[]): (key: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
