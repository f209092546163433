import type { Frame } from './test-frames.ts'
import type { Tests } from './tests.ts'

/** What the value of a condition is compared with. */
export interface Sought {
  /** Whether execution goes on where the value is what is sought. Undefined: unknown. */
  readonly goesOn: boolean | undefined
  /** The constant text that is sought; undefined: anything truthy. */
  readonly text?: string
  /** Some elements of a collection are enough. */
  readonly isOfSome?: true
}

/** A region, and one around it, which is left out. */
export interface Regions {
  readonly region: number
  readonly outer: number
}

/** What parts of the search for tests ask each other. Implemented by `TestSlice`. */
export interface TestQuestions {
  /** Returns the tests that decide a value. */
  condition(node: number, frame: Frame, sought: Sought): Tests
  /** Counts a step; false if all steps are used. */
  step(): boolean
}

/** What is asked of a part of a condition. */
export const partOf = ({ isOfSome }: Sought, goesOn: boolean | undefined): Sought => ({
  goesOn,
  ...(isOfSome && { isOfSome }),
})

/** Functions that call each other, functions that one call may run, and parts of one node that are looked at. */
export const [maxFrames, maxCallees, maxParts] = [8, 12, 30]
