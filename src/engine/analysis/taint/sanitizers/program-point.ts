import type { Facts } from './facts.ts'

/** A place in a function. Nodes that precede `position` in its region and the enclosing regions have already run. */
export interface ProgramPoint {
  readonly region: number
  readonly position: number
}

/** Facts at places. Implemented by `DominatingConditions`. */
export interface PlaceFacts {
  /** Returns all facts at a place within its function. */
  at(place: ProgramPoint): Facts
  /**
   * Returns the facts that follow from the conditions of a region and of its enclosing regions, up to but excluding
   * `outer`.
   */
  conditionsBetween(region: number, outer: number): Facts
}
