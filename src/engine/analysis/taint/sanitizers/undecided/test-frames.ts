import type { GuardContext } from '../guard-context.ts'

/** A function that the search visits because of a call. */
export interface Frame {
  readonly functionIndex: number
  /** The call that runs the function, or -1 for the first function. */
  readonly call: number
  readonly up: Frame | undefined
}

/** Returns the frame of a called function. Undefined for a recursive call, or if there are too many frames. */
export function innerFrame(frame: Frame, call: number, functionIndex: number, most: number): Frame | undefined {
  let depth = 0
  for (let at: Frame | undefined = frame; at; at = at.up, depth += 1)
    if (at.functionIndex === functionIndex) return undefined
  return depth < most ? { functionIndex, call, up: frame } : undefined
}

/**
 * Returns the frame that a node belongs to. It may be an outer frame, or the frame of a function called from there.
 * Nodes of other functions belong to the first frame.
 */
export function frameOfNode({ program, references }: GuardContext, node: number, frame: Frame): Frame {
  const inside = program.functionOf(node)
  let first = frame
  for (let at: Frame | undefined = frame; at; at = at.up) {
    if (at.functionIndex === inside) return at
    first = at
  }
  const call = references.callers(inside).find((caller) => program.functionOf(caller) === frame.functionIndex)
  return call === undefined ? first : { functionIndex: inside, call, up: frame }
}
