/**
 * A source variable. The frontend resolves scopes and sets the first three fields before it declares the variable; the
 * builder tracks the value.
 */
export interface Variable {
  readonly name: string
  /** True if nested functions or external code may assign the variable, so the order of its values is unknown. */
  isShared: boolean
  /** True if the variable is assigned only once, at its declaration. Such a variable needs no phis. */
  isConstant: boolean
  /** Index of the declaring function, or -1 before the declaration. The builder sets this and the following fields. */
  owner: number
  /** Node of the current value, or -1 if it has none yet. */
  value: number
  /** Depth of the innermost loop at the last assignment. */
  depth: number
  /** Loop depth of the declaration. */
  declaredDepth: number
  /** Region of the declaration. A variable declared in a later region cannot be read after that region ends. */
  declaredRegion: number
  assigned: number[]
  /** `Cell` node, or -1. */
  cell: number
}

/** Shared by all variables without an assignment. */
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
