/**
 * Segment of the write-ahead log, identified by its file name: eight hexadecimal digits each for timeline, log, and
 * segment (PostgreSQL 18, `access/xlog_internal.h`).
 */
export interface SegmentName {
  readonly timeline: number
  /** Consecutive segment number, independent of the timeline. */
  readonly place: number
}

/** Number of 16 MiB segments in a 4 GiB log. */
const segmentsOfLog = 256

/** Parses a file name. Returns undefined for files that are not segments, such as timeline histories. */
export function parseSegmentName(name: string): SegmentName | undefined {
  const [, timeline, log, segment] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
  if (timeline === undefined || log === undefined || segment === undefined) return undefined
  const number = Number.parseInt(segment, 16)
  return number < segmentsOfLog
    ? { timeline: Number.parseInt(timeline, 16), place: Number.parseInt(log, 16) * segmentsOfLog + number }
    : undefined
}

/** Reports whether a log file is a timeline history, which a restore needs to follow the timeline. */
export const isTimelineHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name)

/** Returns the number of the segment that contains a log position, such as `2F/A1000028`. */
export function placeOfPoint(point: string): number | undefined {
  const [, log, offset] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(point) ?? []
  return log === undefined || offset === undefined
    ? undefined
    : Number.parseInt(log, 16) * segmentsOfLog + (Number.parseInt(offset, 16) >>> 24)
}
