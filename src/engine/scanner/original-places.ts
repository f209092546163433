import { setImmediate as turn } from 'node:timers/promises'
import type { Log } from '../model/log.ts'
import type { FilePlace, FindOriginals } from '../rules/with-originals.ts'
import type { IsolatedFile, Isolation } from '../isolation/isolation.ts'
import { createWorkClock } from '../isolation/work-clock.ts'
import { sourceMapLimits } from '../analysis/source-maps/source-map-limits.ts'
import type { OriginalPlace } from '../model/location.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { type FoundSourceMap, mayBeBuilt, sourceMapOf } from '../analysis/source-maps/map-address.ts'
import { MapAnswer, packQuestion } from '../analysis/source-maps/map-question.ts'

/** Dependencies for mapping built code to its original locations. */
export interface OriginalPlacesContext {
  readonly isolation: Isolation
  /** Logger for failures. If absent, failures are not logged. */
  readonly log?: Pick<Log, 'warn'> | undefined
}

/** Source map and the requested locations in all files that refer to the map. */
interface AskedMap {
  readonly map: FoundSourceMap
  readonly indexes: number[]
}

/** Number of locations to process before yielding to other work. Processing them takes about 5 ms. */
const placesOfTurn = 10_000

// A map that crashes its child process or takes too long is not retried. The search stops after a few such maps,
// because no result depends on maps.
const {
  maxFailures: deaths,
  mapTimeoutMs: mapMs,
  yieldAfterBytes: turnBytes,
  maxSearchedBytes: searchedBytes,
} = sourceMapLimits
const bounds = { maxDeaths: deaths, fileTimeoutMs: mapMs, hurriedFileTimeoutMs: mapMs, maxLostMs: 0 }

/**
 * Finds the original locations of built code in source maps from the same snapshot. Child processes read each map once,
 * in the order of the locations. Maps that are malformed, too large, or too slow are ignored. They are not coverage
 * gaps, because no result depends on them. Never rejects, so no finding is lost if the lookup fails. Stops soon after
 * the signal aborts.
 */
export function originalPlaces(
  { isolation, log }: OriginalPlacesContext,
  snapshot: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
  totalMs: number = sourceMapLimits.totalTimeoutMs,
): FindOriginals {
  return async (places) => {
    const originals: (OriginalPlace | undefined)[] = places.map(() => undefined)
    using clock = createWorkClock({ workMs: totalMs })
    const budget = AbortSignal.any([signal, clock.signal])
    try {
      const asked = await askedMaps(places, snapshot, budget)
      if (asked.size === 0) return originals
      await using work = isolation.open(budget, bounds, clock)
      for await (const outcome of work.run(
        'read-source-map',
        [...asked].map(([key, one]) => questionOf(key, one, places)),
      )) {
        const answer = 'result' in outcome ? MapAnswer.safeParse(outcome.result).data : undefined
        for (const [at, index] of asked.get(outcome.path)?.indexes.entries() ?? []) {
          const [pathIndex = -1, line = 1] = answer?.places[at] ?? []
          const path = answer?.paths[pathIndex]
          if (path !== undefined) originals[index] = { path, line }
        }
      }
    } catch (error) {
      if (!budget.aborted) log?.warn({ err: error }, 'source maps of built files could not be read')
    }
    return originals
  }
}

/**
 * Returns the available source maps for the files at these locations. Searches the files for the names of their maps.
 * Yields to other work.
 */
async function askedMaps(
  places: readonly FilePlace[],
  snapshot: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AskedMap>> {
  const maps = new Map<string, AskedMap>()
  let [searched, sinceTurn] = [0, 0]
  for (const [path, inFile] of await builtFiles(places)) {
    const file = snapshot.files.get(path)
    if (!file) continue
    searched += file.size
    sinceTurn += file.size
    if (searched > searchedBytes) break
    if (sinceTurn > turnBytes) {
      sinceTurn = 0
      await turn()
      if (signal.aborted) break
    }
    const map = sourceMapOf(file, snapshot)
    if (!map) continue
    // A file can be the map of other files and also contain an inline map.
    const key = `${map.path === path ? 'in' : 'is'}:${map.path}`
    const known = maps.get(key)
    if (!known && maps.size === sourceMapLimits.maxMaps) continue
    const one = known ?? { map, indexes: [] }
    for (const index of inFile.slice(0, sourceMapLimits.maxPlacesPerMap - one.indexes.length)) one.indexes.push(index)
    maps.set(key, one)
  }
  return maps
}

/** Maps each built file to the indexes of its locations. */
async function builtFiles(places: readonly FilePlace[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const files = new Map<string, number[]>()
  for (const [index, { path }] of places.slice(0, sourceMapLimits.maxPlaces).entries()) {
    if (index % placesOfTurn === placesOfTurn - 1) await turn()
    const inFile = files.get(path)
    if (inFile) inFile.push(index)
    else if (mayBeBuilt(path)) files.set(path, [index])
  }
  return files
}

function questionOf(key: string, { map, indexes }: AskedMap, places: readonly FilePlace[]): IsolatedFile {
  return {
    path: key,
    read: () =>
      packQuestion({ mapPath: map.path, places: indexes.flatMap((index) => places[index] ?? []), map: map.read() }),
  }
}
