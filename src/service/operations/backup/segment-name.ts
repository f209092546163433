/**
 * A segment of the write-ahead log by its file name: eight hexadecimal digits each of timeline, log and segment
 * (PostgreSQL 18, `access/xlog_internal.h`).
 */
export interface SegmentName {
  readonly timeline: number
  /** Counts on from segment to segment, over all timelines. */
  readonly place: number
}

/** Segments of 16 MiB in a log of 4 GiB. */
const segmentsOfLog = 256

/** Reads a name; undefined for files that are no segments, such as histories of timelines. */
export function parseSegmentName(name: string): SegmentName | undefined {
  const [, timeline, log, segment] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
  if (timeline === undefined || log === undefined || segment === undefined) return undefined
  const number = Number.parseInt(segment, 16)
  return number < segmentsOfLog
    ? { timeline: Number.parseInt(timeline, 16), place: Number.parseInt(log, 16) * segmentsOfLog + number }
    : undefined
}

/**
 * Whether a file of the log is more than its segments: the history of a timeline, without which a restore cannot follow
 * it.
 */
export const isTimelineHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name)

/** The place where the log of a point in it, such as `2F/A1000028`, stands. */
export function placeOfPoint(point: string): number | undefined {
  const [, log, offset] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(point) ?? []
  return log === undefined || offset === undefined
    ? undefined
    : Number.parseInt(log, 16) * segmentsOfLog + (Number.parseInt(offset, 16) >>> 24)
}
