import type { OsvAffected, OsvRangeEvent } from './osv-record.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** Kinds of events in their order at equal versions, as osv.dev sorts them. */
export const eventKinds = ['introduced', 'last_affected', 'fixed', 'limit'] as const
export type EventKind = (typeof eventKinds)[number]

/** A version at which a package becomes vulnerable, or stops being vulnerable. */
export interface VersionEvent {
  readonly kind: EventKind
  /** As published. */
  readonly text: string
  /** Undefined comes before every version: `introduced: "0"`. */
  readonly version: unknown
}

export interface VersionRange {
  /** Sorted by version, then by kind. */
  readonly events: readonly VersionEvent[]
  /** The end of the range is unknown, so it proves nothing. */
  readonly unknownUpperBound: boolean
}

/** The versions of one `affected` entry, parsed and sorted once for many queries. */
export interface AffectedVersions {
  /** As published. */
  readonly listed: ReadonlySet<string>
  readonly ranges: readonly VersionRange[]
}

/**
 * Parses the versions of an entry in the order of its ecosystem. Commit ranges (`GIT`) and events with an invalid
 * version are skipped.
 */
export function readAffectedVersions(entry: OsvAffected, order: VersionOrder): AffectedVersions {
  return {
    listed: new Set(entry.versions),
    ranges: entry.ranges
      .filter((range) => range.type !== 'GIT')
      .map((range) => ({
        events: range.events.flatMap((event) => readEvents(event, order)).sort((a, b) => compareEvents(a, b, order)),
        unknownUpperBound: range.database_specific?.upper_bound_unknown === true,
      })),
  }
}

/** The schema requires one kind per event object. If there are several, each counts. */
function readEvents(event: OsvRangeEvent, order: VersionOrder): VersionEvent[] {
  return eventKinds.flatMap((kind): VersionEvent[] => {
    const text = event[kind]
    if (text === undefined) return []
    if (kind === 'introduced' && text === '0') return [{ kind, text, version: undefined }]
    const version = order.parse(text)
    return version === undefined ? [] : [{ kind, text, version }]
  })
}

function compareEvents(a: VersionEvent, b: VersionEvent, order: VersionOrder): number {
  return compareVersions(a.version, b.version, order) || eventKinds.indexOf(a.kind) - eventKinds.indexOf(b.kind)
}

function compareVersions(a: unknown, b: unknown, order: VersionOrder): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return order.compare(a, b)
}
