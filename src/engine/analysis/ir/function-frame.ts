import type { IrParameter } from './ir-module.ts'
import type { Variable } from './variable.ts'

/** A loop, switch or labelled block that `break` and `continue` mean. */
export interface BreakTarget {
  readonly label: string | undefined
  readonly isLoop: boolean
  /** Place in the trail at which it began. */
  readonly mark: number
  /** Values of variables where it was left, by variable: value, region, value, region, …; made with the first one. */
  left: Map<Variable, number[]> | undefined
  /** Phis at the head of a loop; made with the first one. */
  phis: Map<Variable, number> | undefined
  /** The region of a loop. */
  head: number
  /** How deep loops stand in each other here; 0 for what is no loop. */
  readonly depth: number
  isLeft: boolean
}

/** A function whose body is being written. */
export interface FunctionFrame {
  readonly index: number
  readonly parent: FunctionFrame | undefined
  readonly flags: number
  readonly name: number
  readonly offset: number
  readonly parameters: IrParameter[]
  readonly returns: number[]
  /** `Capture` nodes by variable; made with the first one. */
  captures: Map<Variable, number> | undefined
  /** How many ways and loops are being written, which put variables back when they end. */
  ways: number
  /**
   * Captures of closures made here, whose operand is settled when this function ends; −1 for a variable that held
   * nothing yet.
   */
  readonly handedDown: {
    readonly capture: number
    readonly variable: Variable
    readonly value: number
    readonly assignments: number
  }[]
  /** Assigned variables with what they had before, the latest last. */
  readonly trail: { readonly variable: Variable; readonly value: number; readonly depth: number }[]
  readonly exits: BreakTarget[]
  /** Where writing goes on once this function is done. */
  readonly returnTo: number
  self: number
  region: number
  loopDepth: number
}
