import type { Contents } from './nearest-folder.ts'

/** Installation folder used by npm, pnpm, and yarn 1. */
const nodeModules = 'node_modules'

/**
 * Returns the path of a package in the top-level `node_modules` folder or in another package's `node_modules` folder.
 */
export const placeBelow = (name: string, above = ''): string =>
  `${above === '' ? '' : `${above}/`}${nodeModules}/${name}`

/**
 * Contents of each `node_modules` folder, by the folder's owner (empty for the project) and by name. Values are paths
 * or link targets.
 */
export type PlaceIndex = Contents

/**
 * Splits a lockfile path: `packages/b/node_modules/c` is `c`, owned by `packages/b`. Returns undefined outside of
 * `node_modules`.
 */
export function splitPlace(place: string): { readonly owner: string; readonly name: string } | undefined {
  const start = place.lastIndexOf(`/${nodeModules}/`)
  if (start >= 0) return { owner: place.slice(0, start), name: place.slice(start + nodeModules.length + 2) }
  return place.startsWith(`${nodeModules}/`) ? { owner: '', name: place.slice(nodeModules.length + 1) } : undefined
}

/** @param links targets of paths that are links */
export function indexPlaces(places: Iterable<string>, links: ReadonlyMap<string, string>): PlaceIndex {
  const index = new Map<string, Map<string, string>>()
  for (const place of places) {
    const { owner, name } = splitPlace(place) ?? {}
    if (owner === undefined || name === undefined) continue
    const same = index.get(owner)
    const target = links.get(place) ?? place
    if (same === undefined) index.set(owner, new Map([[name, target]]))
    else same.set(name, target)
  }
  return index
}
