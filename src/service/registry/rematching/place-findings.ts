import { isDeepStrictEqual } from 'node:util'
import type { FindingChanges, PlacedFinding } from '../../db/rematching/server-findings.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'

/** Distance between positions, so that later findings fit in between. */
const step = 16

/**
 * Returns the changes that turn a server's stored findings into the new ones. Unchanged findings keep their positions
 * if their order is the same, and new ones get positions between them. Without enough free positions, all findings are
 * stored again.
 */
export function placeFindings(
  stored: readonly PlacedFinding[],
  findings: readonly RegistryFinding[],
): Omit<FindingChanges, 'serverId'> {
  const kept = keptOrdinals(stored, findings)
  const added: PlacedFinding[] = []
  for (let start = 0; start < findings.length; start += 1) {
    if (kept[start] !== undefined) continue
    let end = start
    while (end < findings.length && kept[end] === undefined) end += 1
    const ordinals = ordinalsBetween(kept[start - 1], kept[end], end - start)
    if (!ordinals) return storedAgain(stored, findings)
    added.push(...placed(findings.slice(start, end), ordinals))
    start = end
  }
  const staying = new Set(kept)
  return { removed: stored.map(({ ordinal }) => ordinal).filter((ordinal) => !staying.has(ordinal)), added }
}

/** Returns the position of each finding that is stored unchanged, in ascending order. Undefined for the others. */
function keptOrdinals(
  stored: readonly PlacedFinding[],
  findings: readonly RegistryFinding[],
): readonly (number | undefined)[] {
  const byFingerprint = new Map(stored.map((place) => [place.finding.fingerprint, place]))
  let last = -Infinity
  return findings.map(({ finding, firstSeenAt }) => {
    const before = byFingerprint.get(finding.fingerprint)
    const isKept =
      before &&
      before.ordinal > last &&
      before.firstSeenAt === firstSeenAt &&
      isDeepStrictEqual(before.finding, finding)
    if (!isKept) return undefined
    last = before.ordinal
    return before.ordinal
  })
}

/** Returns ascending free positions between two. Either may be missing. Undefined if there are too few. */
function ordinalsBetween(
  after: number | undefined,
  before: number | undefined,
  count: number,
): readonly number[] | undefined {
  if (before === undefined) return evenly(count, (after ?? -step) + step, step)
  if (after === undefined) return evenly(count, before - count * step, step)
  const distance = Math.floor((before - after) / (count + 1))
  return distance < 1 ? undefined : evenly(count, after + distance, distance)
}

const evenly = (count: number, first: number, distance: number) =>
  Array.from({ length: count }, (_, index) => first + index * distance)

function storedAgain(
  stored: readonly PlacedFinding[],
  findings: readonly RegistryFinding[],
): Omit<FindingChanges, 'serverId'> {
  return {
    removed: stored.map(({ ordinal }) => ordinal),
    added: placed(findings, evenly(findings.length, 0, step)),
  }
}

const placed = (findings: readonly RegistryFinding[], ordinals: readonly number[]): PlacedFinding[] =>
  findings.map(({ finding, firstSeenAt }, index) => ({ ordinal: ordinals[index] ?? 0, finding, firstSeenAt }))
