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

/** What looking for originals needs of a scan. */
export interface OriginalPlacesContext {
  readonly isolation: Isolation
  /** Absent: what went wrong is told nobody. */
  readonly log?: Pick<Log, 'warn'> | undefined
}

/** One map, and where the places of all files that name it stand among those that were asked for. */
interface AskedMap {
  readonly map: FoundSourceMap
  readonly indexes: number[]
}

/** Places that are gone through until other work of the process has its turn: near 5 ms. */
const placesOfTurn = 10_000

// A map that ends its child or takes too long is not tried twice, and few are let do so: nothing is judged by maps.
const {
  maxFailures: deaths,
  mapTimeoutMs: mapMs,
  yieldAfterBytes: turnBytes,
  maxSearchedBytes: searchedBytes,
} = sourceMapLimits
const bounds = { maxDeaths: deaths, fileTimeoutMs: mapMs, hurriedFileTimeoutMs: mapMs, maxLostMs: 0 }

/**
 * Finds from what built places were made, by source maps of the same snapshot. Maps are read in children, each once,
 * those of the first places first. What is broken, too large or too late gives none, and is no gap: nothing is judged
 * by it. Never rejects: a scan loses no finding by it. Ends soon when the signal aborts.
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
 * The maps that are there for the files of these places, by a name for each. Files are searched for the names of their
 * maps, other work having its turn meanwhile.
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
    // A file may be a map for others, and have one in itself.
    const key = `${map.path === path ? 'in' : 'is'}:${map.path}`
    const known = maps.get(key)
    if (!known && maps.size === sourceMapLimits.maxMaps) continue
    const one = known ?? { map, indexes: [] }
    for (const index of inFile.slice(0, sourceMapLimits.maxPlacesPerMap - one.indexes.length)) one.indexes.push(index)
    maps.set(key, one)
  }
  return maps
}

/** Built files, with where their places stand among all. */
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
