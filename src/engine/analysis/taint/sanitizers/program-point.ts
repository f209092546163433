import type { Facts } from './facts.ts'

/** A place in a function: what has run there is what stands before `position` in a region around it. */
export interface ProgramPoint {
  readonly region: number
  readonly position: number
}

/** What holds at places. Implemented by `DominatingConditions`. */
export interface PlaceFacts {
  /** Returns all that holds at a place inside its function. */
  at(place: ProgramPoint): Facts
  /** Returns the conditions of a region and those around it, up to another region, which is left out. */
  conditionsBetween(region: number, outer: number): Facts
}
