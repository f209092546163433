import { placeOfPoint } from './segment-name.ts'

/**
 * Part of a path through the log: a timeline, and the position where the next one branches off. The position is
 * undefined for the last timeline.
 */
export interface Stretch {
  readonly timeline: number
  readonly until?: string
}

/** Path through the log to a timeline, oldest part first. */
export type Line = readonly [Stretch, ...Stretch[]]

/** Paths to timelines, by timeline number. */
export type Histories = ReadonlyMap<number, Line>

/**
 * Parses a timeline's history. It has a line for each earlier timeline, with its number and the position where the next
 * one branches off (PostgreSQL 18, section 25.3.6). Returns undefined if the text is not a history.
 */
export function parseHistory(timeline: number, text: string): Line | undefined {
  const before: Stretch[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, number, until] = /^\s*(\d{1,10})\s+([0-9A-F]{1,8}\/[0-9A-F]{1,8})(?:\s|$)/.exec(line) ?? []
    if (number === undefined || until === undefined) return undefined
    before.push({ timeline: Number(number), until })
  }
  const [first = { timeline }, ...rest] = [...before, { timeline }]
  return [first, ...rest]
}

/**
 * Returns the timeline on a path that contains a segment. The segment in which a timeline branches off is complete only
 * on the next timeline, which starts with a copy of it.
 */
export function timelineAt(line: Line, place: number): number {
  const left = line.findIndex(({ until }) => until === undefined || (placeOfPoint(until) ?? 0) > place)
  return (line[left] ?? line[0]).timeline
}

/** Reports whether a path contains a log position on this timeline. */
export function passes(line: Line, timeline: number, point: string): boolean {
  const stretch = line.find((each) => each.timeline === timeline)
  return stretch !== undefined && (stretch.until === undefined || numberOfPoint(point) <= numberOfPoint(stretch.until))
}

function numberOfPoint(point: string): bigint {
  const [log = '0', offset = '0'] = point.split('/')
  return (BigInt(`0x${log}`) << 32n) + BigInt(`0x${offset}`)
}
