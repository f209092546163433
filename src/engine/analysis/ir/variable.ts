/**
 * A variable, as a front end finds it before it writes the code around it: what scopes there are is the front end's
 * knowledge, what the variable holds where is the builder's. The front end settles the first three before it declares
 * it.
 */
export interface Variable {
  readonly name: string
  /**
   * Functions inside the one that declares it assign it, or it is one that anybody may assign: what it holds depends on
   * no order.
   */
  isShared: boolean
  /** Assigned once, where it is declared. Saves the nodes that stand for other values. */
  isConstant: boolean
  /** Index of the function that declares it, −1 until then; the builder's, as the following. */
  owner: number
  /** Node of what it holds here, −1 for nothing yet. */
  value: number
  /** Depth of the innermost loop in which that was said. */
  depth: number
  /** Depth of the loop in which it was declared. */
  declaredDepth: number
  /** Region in which it was declared: what regions begin later may end before anybody else can read it. */
  declaredRegion: number
  /** Everything that it was ever assigned. */
  assigned: number[]
  /** Its `Cell`, −1 without. */
  cell: number
}

/** Shared by all variables until they are assigned. */
const nothingAssigned: number[] = []

export function variable({ name, isShared, isConstant }: Pick<Variable, 'name' | 'isShared' | 'isConstant'>): Variable {
  return {
    name,
    isShared,
    isConstant,
    owner: -1,
    value: -1,
    depth: 0,
    declaredDepth: 0,
    declaredRegion: 0,
    assigned: nothingAssigned,
    cell: -1,
  }
}
