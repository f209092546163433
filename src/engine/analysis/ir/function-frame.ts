import type { IrParameter } from './ir-module.ts'
import type { Variable } from './variable.ts'

/** A loop, `switch`, or labeled block that `break` and `continue` can target. */
export interface BreakTarget {
  readonly label: string | undefined
  readonly isLoop: boolean
  /** Length of the trail when the target was opened. */
  readonly mark: number
  /** Variable values at each `break`: value, region, value, region, …. Allocated on first use. */
  left: Map<Variable, number[]> | undefined
  /** Phis at the loop head. Allocated on first use. */
  phis: Map<Variable, number> | undefined
  /** Loop region. */
  head: number
  /** Nesting depth of the loop, or 0 if it is not a loop. */
  readonly depth: number
  isLeft: boolean
}

/** A function whose body is being built. */
export interface FunctionFrame {
  readonly index: number
  readonly parent: FunctionFrame | undefined
  readonly flags: number
  readonly name: number
  readonly offset: number
  readonly parameters: IrParameter[]
  readonly returns: number[]
  /** `Capture` nodes by variable. Allocated on first use. */
  captures: Map<Variable, number> | undefined
  /** Number of open branches and loops, which restore variables at their end. */
  ways: number
  /**
   * Captures in nested closures that are resolved when this function ends. The value is -1 for a variable that has no
   * value yet.
   */
  readonly handedDown: {
    readonly capture: number
    readonly variable: Variable
    readonly value: number
    readonly assignments: number
  }[]
  /** Assignments in order, with the previous value of each variable. */
  readonly trail: { readonly variable: Variable; readonly value: number; readonly depth: number }[]
  readonly exits: BreakTarget[]
  /** Region to continue in after this function. */
  readonly returnTo: number
  self: number
  region: number
  loopDepth: number
}
