import type { Frame } from './test-frames.ts'
import type { Tests } from './tests.ts'

/** The value that a condition must have. */
export interface Sought {
  /** True if execution continues with the sought value. Undefined if unknown. */
  readonly goesOn: boolean | undefined
  /** The sought constant string. Undefined for any truthy value. */
  readonly text?: string
  /** True if some elements of a collection are enough. */
  readonly isOfSome?: true
}

/** A region and an enclosing region. The enclosing region is excluded. */
export interface Regions {
  readonly region: number
  readonly outer: number
}

/** Queries that the parts of the test search make to each other. Implemented by `TestSlice`. */
export interface TestQuestions {
  /** Returns the tests that determine a value. */
  condition(node: number, frame: Frame, sought: Sought): Tests
  /** Counts a step. Returns false if the limit is exceeded. */
  step(): boolean
}

/** Returns the query for a part of a condition. */
export const partOf = ({ isOfSome }: Sought, goesOn: boolean | undefined): Sought => ({
  goesOn,
  ...(isOfSome && { isOfSome }),
})

/** Maximum numbers of nested calls, of callees per call, and of visited parts per node. */
export const [maxFrames, maxCallees, maxParts] = [8, 12, 30]
