import { setImmediate as turn } from 'node:timers/promises'
import type { DetectedFinding } from '../model/finding-record.ts'
import { sourceMapLimits } from '../analysis/source-maps/source-map-limits.ts'
import type { OriginalPlace } from '../model/location.ts'
import { compareSeverity } from '../model/severity.ts'
import { mayBeBuilt } from '../analysis/source-maps/map-address.ts'
import type { FoundFinding, FoundStep } from './found-finding.ts'

/** Place in a project file. Lines and columns start at 1. */
export interface FilePlace {
  readonly path: string
  readonly line: number
  readonly column?: number | undefined
}

/** Returns the original place of each built place, in the same order. Undefined if it is unknown. */
export type FindOriginals = (places: readonly FilePlace[]) => Promise<readonly (OriginalPlace | undefined)[]>

/** Number of findings between two yields to the event loop. With 50 steps each, they take about 5 ms. */
const findingsOfTurn = 100

/** Adds original positions to the places and steps in findings. Changes nothing else. */
export async function withOriginals(
  findings: readonly FoundFinding[],
  findOriginals: FindOriginals | undefined,
): Promise<DetectedFinding[]> {
  const known = findOriginals ? await originalsOf(findings, findOriginals) : new Map<string, OriginalPlace>()
  const originalOf = (place: FilePlace | undefined) => {
    const original = known.size > 0 && place && mayBeBuilt(place.path) && known.get(keyOf(place))
    return original && { original }
  }
  const told: DetectedFinding[] = []
  for await (const { trace, ...finding } of inTurns(findings)) {
    told.push({
      ...finding,
      ...(finding.location && { location: { ...finding.location, ...originalOf(placeOf(finding)) } }),
      ...(trace && { trace: trace.map(({ column, ...step }) => ({ ...step, ...originalOf({ ...step, column }) })) }),
    })
  }
  return told
}

async function originalsOf(
  findings: readonly FoundFinding[],
  findOriginals: FindOriginals,
): Promise<ReadonlyMap<string, OriginalPlace>> {
  const places = await placesToLookUp(findings)
  const originals = await findOriginals([...places.values()])
  const known = new Map<string, OriginalPlace>()
  for (const [index, key] of [...places.keys()].entries()) {
    const original = originals[index]
    if (original) known.set(key, original)
  }
  return known
}

/**
 * Returns the places in built files without duplicates, up to a limit: those of all findings first, then those of their
 * steps, starting with the most severe finding.
 */
async function placesToLookUp(findings: readonly FoundFinding[]): Promise<ReadonlyMap<string, FilePlace>> {
  const worstFirst = findings.toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const places = new Map<string, FilePlace>()
  for (const placesIn of [
    (finding: FoundFinding) => [placeOf(finding)],
    ({ trace }: FoundFinding) => trace?.map(placeOfStep) ?? [],
  ]) {
    for await (const finding of inTurns(worstFirst)) {
      for (const place of placesIn(finding)) {
        if (places.size >= sourceMapLimits.maxPlaces) return places
        if (place && mayBeBuilt(place.path)) places.set(keyOf(place), place)
      }
    }
  }
  return places
}

async function* inTurns(findings: readonly FoundFinding[]): AsyncIterable<FoundFinding> {
  for (const [index, finding] of findings.entries()) {
    if (index % findingsOfTurn === findingsOfTurn - 1) await turn()
    yield finding
  }
}

const keyOf = ({ path, line, column = 0 }: FilePlace) => `${line}:${column}:${path}`

const placeOfStep = ({ path, line, column }: FoundStep): FilePlace => ({ path, line, column })

function placeOf({ location }: FoundFinding): FilePlace | undefined {
  return location?.startLine === undefined
    ? undefined
    : { path: location.path, line: location.startLine, column: location.startColumn }
}
