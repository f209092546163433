import type { OsvAffected, OsvRangeEvent } from './osv-record.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** Event kinds in the order in which osv.dev sorts them if their versions are equal. */
export const eventKinds = ['introduced', 'last_affected', 'fixed', 'limit'] as const
export type EventKind = (typeof eventKinds)[number]

/** Version at which a package becomes vulnerable or stops being vulnerable. */
export interface VersionEvent {
  readonly kind: EventKind
  /** Version as published. */
  readonly text: string
  /** Parsed version. Undefined for `introduced: "0"`, which sorts before every version. */
  readonly version: unknown
}

export interface VersionRange {
  /** Sorted by version, then by kind. */
  readonly events: readonly VersionEvent[]
  /** True if the end of the range is unknown, so the range cannot prove that a version is affected. */
  readonly unknownUpperBound: boolean
}

/** Versions in one `affected` entry, parsed and sorted once for many queries. */
export interface AffectedVersions {
  /** Listed versions as published. */
  readonly listed: ReadonlySet<string>
  readonly ranges: readonly VersionRange[]
}

/**
 * Parses an entry's versions and sorts them in the ecosystem's order. Skips commit ranges (`GIT`) and events with an
 * invalid version.
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

/** Reads all events in an event object. The schema allows exactly one per object, but some records have several. */
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
