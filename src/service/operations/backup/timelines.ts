import { placeOfPoint } from './segment-name.ts'

/** A part of the log's way: a timeline, and the point at which the next one leaves it; absent for the last. */
export interface Stretch {
  readonly timeline: number
  readonly until?: string
}

/** The way of the log to a timeline, oldest first. */
export type Line = readonly [Stretch, ...Stretch[]]

/** Ways to timelines, by their number, as their histories tell. */
export type Histories = ReadonlyMap<number, Line>

/**
 * The way to a timeline, from the text of its history: a line for each timeline before it, with its number and the
 * point at which it was left (PostgreSQL 18, section 25.3.6). Undefined for what is no history.
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
 * The timeline on which a way passes a segment's place. That in which a timeline is left is whole on the next one,
 * which begins with a copy of it.
 */
export function timelineAt(line: Line, place: number): number {
  const left = line.findIndex(({ until }) => until === undefined || (placeOfPoint(until) ?? 0) > place)
  return (line[left] ?? line[0]).timeline
}

/** Whether a way passes a point of the log on this timeline. */
export function passes(line: Line, timeline: number, point: string): boolean {
  const stretch = line.find((each) => each.timeline === timeline)
  return stretch !== undefined && (stretch.until === undefined || numberOfPoint(point) <= numberOfPoint(stretch.until))
}

function numberOfPoint(point: string): bigint {
  const [log = '0', offset = '0'] = point.split('/')
  return (BigInt(`0x${log}`) << 32n) + BigInt(`0x${offset}`)
}
