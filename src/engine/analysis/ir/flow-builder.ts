import { BranchBuilder, type WayEnd } from './branch-builder.ts'
import type { BreakTarget } from './function-frame.ts'
import { Op, RegionKind } from './operations.ts'
import { append, valueAt } from './phi-operands.ts'
import type { Variable } from './variable.ts'

/** One `case` of a `switch`: its conditions and its body. The default case has no conditions. */
export interface SwitchCase {
  /** Conditions that select the case. */
  readonly conditions: readonly number[]
  readonly isDefault: boolean
  readonly body: () => void
}

/** Emits code from any language into a module. Adds loops and switches to the other builders. */
export class FlowBuilder extends BranchBuilder {
  /**
   * Emits `break` (for any statement) or `continue` (for a loop). If there is no label, it applies to the innermost
   * one.
   */
  leave(kind: 'break' | 'continue', label?: string): void {
    const { exits, region, trail } = this.current
    const exit = exits.findLast((one) =>
      label === undefined
        ? kind === 'break'
          ? one.label === undefined || one.isLoop
          : one.isLoop
        : one.label === label,
    )
    if (exit && !this.isDead) {
      exit.isLeft = true
      for (const changed of this.changedSince(trail, exit.mark))
        append((exit.left ??= new Map()), changed, this.now(changed), region)
    }
    this.die()
  }

  /**
   * Emits a loop. `condition` runs before each iteration, `body` in it, and `update` after it and after `continue`. A
   * loop that tests its condition at the end passes no condition.
   */
  loop({
    label,
    condition,
    body,
    update,
  }: {
    readonly label?: string | undefined
    readonly condition?: () => number
    readonly body: () => void
    readonly update?: () => void
  }): void {
    const { current } = this
    const before = current.region
    const exit = this.#enter({ label, isLoop: true })
    current.region = this.region(RegionKind.loop, before)
    exit.head = current.region
    if (condition) current.region = this.region(RegionKind.when, current.region, condition())
    body()
    if (update) {
      const region = this.isDead ? this.region(RegionKind.case, before) : current.region
      current.region = region
      update()
    }
    current.exits.pop()
    current.ways -= 1
    current.loopDepth -= 1
    const isDead = this.isDead
    const end = current.region
    const last = this.changedValues(current.trail, exit.mark)
    this.undo(exit.mark)
    current.region = before
    if (exit.phis)
      for (const [variable, phi] of exit.phis)
        this.#completePhi(phi, [
          this.now(variable),
          before,
          ...valueAt(isDead ? undefined : last.get(variable), end),
          ...(exit.left?.get(variable) ?? []),
        ])
    this.#afterLoop(exit, last, { isDead, end, before })
  }

  /** Emits a block or `switch` that `break` can exit. */
  breakable(label: string | undefined, body: () => void): void {
    const { current } = this
    const before = current.region
    const exit = this.#enter({ label, isLoop: false })
    body()
    current.exits.pop()
    current.ways -= 1
    if (!exit.isLeft) return
    const end: WayEnd = {
      values: this.changedValues(current.trail, exit.mark),
      region: current.region,
      isDead: this.isDead,
    }
    this.undo(exit.mark)
    current.region = before
    const variables = new Set([...(exit.left?.keys() ?? []), ...(end.isDead ? [] : end.values.keys())])
    for (const variable of variables) {
      if (variable.declaredRegion > before) continue
      // A `break` before an assignment keeps the value from before the block.
      const operands = [
        ...(exit.left?.get(variable) ?? []),
        ...valueAt(end.isDead ? undefined : end.values.get(variable), end.region),
        ...valueAt(this.now(variable), before),
      ]
      this.set(variable, this.nodeOf(Op.Phi, this.current.offset, operands))
    }
  }

  /**
   * Emits `switch` or `match`: runs the first case whose condition holds. If `fallsThrough` is set, also runs the cases
   * after it.
   */
  select(
    cases: readonly SwitchCase[],
    { label, fallsThrough }: { readonly label?: string | undefined; readonly fallsThrough: boolean },
  ): void {
    this.breakable(label, () => {
      const before = this.current.region
      const mark = this.current.trail.length
      const ends: WayEnd[] = []
      let previous: WayEnd | undefined
      for (const one of cases) {
        const entered = fallsThrough && previous && !previous.isDead ? previous : undefined
        const condition = one.conditions.reduce(
          (left, right) =>
            left < 0 ? right : this.node(Op.Logical, this.current.offset, this.string('or'), left, right),
          -1,
        )
        const region =
          entered || one.isDefault || condition < 0
            ? this.region(RegionKind.case, before)
            : this.region(RegionKind.when, before, condition)
        previous = this.way(mark, region, () => {
          if (entered) this.#fallInto(entered, region, before)
          one.body()
        })
        if (!fallsThrough) ends.push(previous)
      }
      if (fallsThrough && previous) ends.push(previous)
      if (!cases.some(({ isDefault }) => isDefault)) ends.push({ values: new Map(), region: before, isDead: false })
      this.join(before, ends)
    })
  }

  #fallInto({ values, region: from }: WayEnd, region: number, before: number): void {
    for (const [variable, value] of values)
      this.set(
        variable,
        this.nodeOf(Op.Phi, this.current.offset, [value, from, ...valueAt(this.now(variable), before)]),
      )
    this.current.region = region
  }

  #enter({ label, isLoop }: { readonly label: string | undefined; readonly isLoop: boolean }): BreakTarget {
    const { current } = this
    if (isLoop) current.loopDepth += 1
    current.ways += 1
    const exit: BreakTarget = {
      label,
      isLoop,
      mark: current.trail.length,
      left: undefined,
      phis: undefined,
      head: -1,
      depth: isLoop ? current.loopDepth : 0,
      isLeft: false,
    }
    current.exits.push(exit)
    return exit
  }

  /** Sets variables after a loop to their values from before it, from its last iteration, or from a `break`. */
  #afterLoop(
    exit: BreakTarget,
    last: ReadonlyMap<Variable, number>,
    { isDead, end, before }: { readonly isDead: boolean; readonly end: number; readonly before: number },
  ): void {
    if (last.size === 0 && !exit.left) return
    for (const variable of new Set([...last.keys(), ...(exit.left?.keys() ?? [])])) {
      if (variable.declaredRegion > before) continue
      const phi = exit.phis?.get(variable)
      const operands = [
        ...valueAt(this.now(variable), before),
        ...valueAt(isDead ? undefined : last.get(variable), end),
        ...(exit.left?.get(variable) ?? []),
      ]
      if (phi !== undefined) this.set(variable, phi)
      else if (operands.length > 0) this.set(variable, this.nodeOf(Op.Phi, this.current.offset, operands))
    }
  }

  /** Sets the operands of a loop-head phi, excluding the phi itself. */
  #completePhi(phi: number, all: readonly number[]): void {
    const operands: number[] = []
    for (let at = 0; at + 1 < all.length; at += 2) {
      const [value = phi, region = 0] = [all[at], all[at + 1]]
      if (value !== phi) operands.push(value, region)
    }
    this.complete(phi, operands)
  }
}
