import type { Detection } from '../detectors/run-detectors.ts'
import type { Inventory } from '../model/component.ts'
import type { Coverage } from '../model/scan.ts'
import { type Snapshot, snapshotBytes } from '../model/snapshot.ts'
import type { AdvisoryAnswer } from './consult-advisories.ts'

interface Seen {
  readonly snapshot: Snapshot
  readonly inventory: Inventory
  readonly advisories: AdvisoryAnswer
  readonly detection: Detection
}

/** What was seen and what was not; any entry in `gaps` makes the scan partial. */
export function coverageOf({ snapshot, inventory, advisories, detection }: Seen): Coverage {
  return {
    detectors: [...detection.coverage],
    files: { scanned: snapshot.files.size, bytes: snapshotBytes(snapshot), skipped: [...snapshot.skipped], ...(snapshot.notFollowed?.length && { notFollowed: [...snapshot.notFollowed] }) },
    components: {
      total: inventory.components.length,
      method: inventory.method,
      ...(inventory.resolvedAt && { resolvedAt: inventory.resolvedAt.toISOString() }),
      unresolved: [...inventory.unresolved],
      ...(inventory.unreadable?.length && { unreadable: [...inventory.unreadable] }),
    },
    advisories: advisories.dates,
    undecidedAdvisories: advisories.undecided,
    isolation: 'in-process',
    gaps: [...fileGaps(snapshot), ...unreadableGaps(inventory), ...componentGaps(inventory), ...advisories.gaps, ...detectorGaps(detection)],
  }
}

function fileGaps({ skipped }: Snapshot): string[] {
  return skipped.length === 0 ? [] : [`${count(skipped.length, 'file')} of the source could not be read: ${first(skipped.map(({ path, reason }) => `${path} (${reason})`))}.`]
}

function unreadableGaps({ unreadable = [] }: Inventory): string[] {
  return unreadable.length === 0 ? [] : [`${count(unreadable.length, 'file')} with dependencies could not be read: ${first(unreadable.map(({ path, reason }) => `${path} ${reason}`))}.`]
}

function componentGaps({ complete, unresolved }: Inventory): string[] {
  const missing = unresolved.filter(({ isGap }) => isGap !== false)
  return complete ? [] : [`The list of dependencies is incomplete: ${first(missing.map(({ name, requested, reason }) => `${name}@${requested} (${reason})`))}.`]
}

function detectorGaps({ coverage }: Detection): string[] {
  return coverage.filter(({ status }) => status !== 'succeeded').map(({ id, status, reason }) => `Detector ${id} ${status}${reason === undefined ? '' : `: ${reason}`}.`)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** The first few of a list, and how many more there are. */
function first(list: readonly string[]): string {
  const shown = 3
  const rest = list.length - shown
  return list.slice(0, shown).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
