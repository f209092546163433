import type { FunctionFrame } from './function-frame.ts'
import { ModuleBuilder } from './module-builder.ts'
import { Op } from './operations.ts'
import type { Variable } from './variable.ts'

/**
 * Tracks the value of each variable and builds SSA form like Braun et al. (CC 2013), but over the source structure
 * instead of basic blocks.
 */
export class VariableBuilder extends ModuleBuilder {
  /** Declares a variable of the current function. Call it before the first use. */
  declare(variable: Variable): void {
    const { index, loopDepth, region } = this.current
    variable.owner = index
    variable.declaredDepth = loopDepth
    variable.declaredRegion = region
    variable.depth = loopDepth
    variable.value = -1
  }

  assign(variable: Variable, value: number): void {
    const { current } = this
    // An array created with its first element has capacity for exactly one element, and most variables need only one.
    if (variable.assigned.length === 0) variable.assigned = [value]
    else variable.assigned.push(value)
    if (!variable.isShared && variable.owner === current.index) this.set(variable, value)
  }

  /** Returns the current value of a variable. */
  read(variable: Variable, offset: number): number {
    const { current } = this
    if (variable.owner !== current.index) return this.#captured(variable, offset)
    return variable.isShared || variable.value < 0 ? this.#cellOf(variable) : this.now(variable)
  }

  /** Returns the current value of a variable assigned only by this function, or -1 before the first assignment. */
  protected now(variable: Variable): number {
    const { value, depth, declaredDepth, isConstant } = variable
    const { loopDepth } = this.current
    return isConstant || value < 0 || depth >= loopDepth || declaredDepth >= loopDepth
      ? value
      : this.#meetLoops(variable)
  }

  /** Emits a function and returns its `Closure` node. `body` declares the variables and emits the code. */
  closure(
    header: { readonly name: string; readonly offset: number; readonly flags: number },
    body: (opened: FunctionFrame) => void,
  ): number {
    const index = this.writeFunction(header, body)
    return this.node(Op.Closure, header.offset, index)
  }

  /** Emits a function that is not itself a value, such as a method. Returns its index. */
  writeFunction(
    header: { readonly name: string; readonly offset: number; readonly flags: number },
    body: (opened: FunctionFrame) => void,
  ): number {
    const opened = this.openFunction(header)
    body(opened)
    this.#settleCaptures(opened)
    const index = this.closeFunction()
    if (opened.captures)
      for (const [variable, capture] of opened.captures) this.#handDown(variable, capture, header.offset)
    return index
  }

  override build(): ReturnType<ModuleBuilder['build']> {
    this.#settleCaptures(this.current)
    for (const variable of this.#celled) this.complete(variable.cell, variable.assigned)
    return super.build()
  }

  readonly #celled: Variable[] = []

  /** Returns the variables assigned since a position in the trail. */
  protected changedSince(trail: FunctionFrame['trail'], mark: number): Set<Variable> {
    this.carry(trail.length - mark)
    const changed = new Set<Variable>()
    for (let at = mark; at < trail.length; at += 1) {
      const entry = trail[at]
      if (entry) changed.add(entry.variable)
    }
    return changed
  }

  /** Returns the values of the variables assigned since a position in the trail. */
  protected changedValues(trail: FunctionFrame['trail'], mark: number): ReadonlyMap<Variable, number> {
    if (trail.length === mark) return nothingChanged
    const values = new Map<Variable, number>()
    for (const variable of this.changedSince(trail, mark)) values.set(variable, variable.value)
    return values
  }

  /** Restores the variables to their values at a position in the trail. */
  protected undo(mark: number): void {
    const { trail } = this.current
    while (trail.length > mark) {
      const entry = trail.pop()
      if (!entry) break
      entry.variable.value = entry.value
      entry.variable.depth = entry.depth
    }
  }

  /** Sets a variable to a value that merges several assigned ones. */
  protected set(variable: Variable, value: number): void {
    const { current } = this
    if (current.ways > 0) current.trail.push({ variable, value: variable.value, depth: variable.depth })
    variable.value = value
    variable.depth = current.loopDepth
  }

  /** Returns the phi at the head of the innermost loop, because an earlier iteration may have assigned the variable. */
  #meetLoops(variable: Variable): number {
    const { current } = this
    const innermost = current.exits.findLast(({ isLoop }) => isLoop)?.phis?.get(variable)
    if (innermost !== undefined) return innermost
    const { region } = current
    let phi = variable.value
    for (const exit of current.exits) {
      if (!exit.isLoop || exit.depth <= variable.depth || exit.depth <= variable.declaredDepth) continue
      const known = exit.phis?.get(variable)
      current.region = exit.head
      phi = known ?? this.node(Op.Phi, current.offset)
      if (known === undefined) (exit.phis ??= new Map()).set(variable, phi)
    }
    current.region = region
    return phi
  }

  #cellOf(variable: Variable): number {
    if (variable.cell < 0) {
      variable.cell = this.node(Op.Cell, this.current.offset)
      this.#celled.push(variable)
    }
    return variable.cell
  }

  #captured(variable: Variable, offset: number): number {
    const { current } = this
    const known = current.captures?.get(variable)
    if (known !== undefined) return known
    // The captured value is set when the function is closed.
    const capture = this.node(Op.Capture, offset, 0)
    current.captures ??= new Map()
    current.captures.set(variable, capture)
    return capture
  }

  /** Sets the value that a closure captures: the value when the closure was created, unless it is assigned later. */
  #handDown(variable: Variable, capture: number, offset: number): void {
    const { current } = this
    if (variable.owner !== current.index) this.completeFirst(capture, this.#captured(variable, offset))
    else if (variable.isShared) this.completeFirst(capture, this.#cellOf(variable))
    else
      current.handedDown.push({ capture, variable, value: this.now(variable), assignments: variable.assigned.length })
  }

  #settleCaptures({ handedDown }: FunctionFrame): void {
    for (const { capture, variable, value, assignments } of handedDown) {
      const { assigned } = variable
      // A variable that is assigned once, after the closure was created, has the assigned value in the closure.
      const only = value < 0 && assigned.length === 1 ? assigned[0] : undefined
      this.completeFirst(
        capture,
        only ?? (value >= 0 && assigned.length === assignments ? value : this.#cellOf(variable)),
      )
    }
  }
}

const nothingChanged: ReadonlyMap<Variable, number> = new Map()
