import type { Frame } from './test-frames.ts'
import type { Tests } from './tests.ts'

/** The value that a search looks for in a condition, and its consequence. */
export interface Sought {
  /** True if execution continues for the sought value, false if it exits. Undefined if unknown. */
  readonly goesOn: boolean | undefined
  /** The constant string that is sought. Undefined if any truthy value is sought. */
  readonly text?: string
  /** True if it is enough that some elements of a collection have the sought value. */
  readonly isOfSome?: true
}

/** A region and one of its enclosing regions. The range excludes the enclosing region. */
export interface Regions {
  readonly region: number
  readonly outer: number
}

/** Queries between the parts of the search for tests. Implemented by `TestSlice`. */
export interface TestQuestions {
  /** Returns the tests that determine the value of a node. */
  condition(node: number, frame: Frame, sought: Sought): Tests
  /** Counts a step. Returns false if the limit is exceeded. */
  step(): boolean
}

/** Returns the value to look for in a part of a condition. */
export const partOf = ({ isOfSome }: Sought, goesOn: boolean | undefined): Sought => ({
  goesOn,
  ...(isOfSome && { isOfSome }),
})

/** Maximum number of nested calls, of callees per call, and of visited parts per node. */
export const [maxFrames, maxCallees, maxParts] = [8, 12, 30]
