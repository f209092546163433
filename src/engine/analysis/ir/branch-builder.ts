import type { Variable } from './variable.ts'
import { append, valueAt } from './phi-operands.ts'
import { Op, RegionKind } from './operations.ts'
import { VariableBuilder } from './variable-builder.ts'

/** Variable values at the end of one branch. */
export interface WayEnd {
  readonly values: ReadonlyMap<Variable, number>
  readonly region: number
  readonly isDead: boolean
}

/** Emits branches, exceptions, and function exits, and records the conditions of each region. */
export class BranchBuilder extends VariableBuilder {
  /** True if the code is unreachable because it follows `return`, `throw`, or a similar statement. */
  get isDead(): boolean {
    return this.regionKind(this.current.region) === RegionKind.dead
  }

  returns(value: number, offset: number): void {
    this.current.returns.push(this.node(Op.Return, offset, value))
    this.die()
  }

  throws(value: number, offset: number): void {
    this.node(Op.Throw, offset, value)
    this.die()
  }

  /** Emits an `if` with two branches. */
  branch(condition: number, then: () => void, otherwise: () => void = () => {}): void {
    const before = this.current.region
    const mark = this.current.trail.length
    const yes = this.way(mark, this.region(RegionKind.when, before, condition), then)
    const no = this.way(mark, this.region(RegionKind.unless, before, condition), otherwise)
    this.join(before, [yes, no])
  }

  /** Emits a conditional expression. */
  choose(condition: number, then: () => number, otherwise: () => number, offset: number): number {
    const operands: number[] = []
    const way = (value: () => number) => () => {
      const made = value()
      if (!this.isDead) operands.push(made, this.current.region)
    }
    this.branch(condition, way(then), way(otherwise))
    return this.nodeOf(Op.Phi, offset, operands)
  }

  /**
   * Emits `left and right`, `left or right`, or `left ?? right`. The right side runs only if the left side permits it.
   */
  logical(operator: 'and' | 'or' | 'nullish', left: number, right: () => number, offset: number): number {
    let made = -1
    const takeRight = () => {
      made = right()
    }
    if (operator === 'or') this.branch(left, () => {}, takeRight)
    else if (operator === 'and') this.branch(left, takeRight)
    else this.ways([() => {}, takeRight])
    return this.node(Op.Logical, offset, this.string(operator), left, made)
  }

  /** Emits several branches with unknown conditions. Exactly one of them runs. */
  ways(bodies: readonly (() => void)[]): void {
    const before = this.current.region
    const mark = this.current.trail.length
    this.join(
      before,
      bodies.map((body) => this.way(mark, this.region(RegionKind.case, before), body)),
    )
  }

  /** Emits `try`: `rescue` runs after an exception anywhere in `body`, and `last` always runs. */
  attempt(body: () => void, rescue: (() => void) | undefined, last?: () => void): void {
    const { current } = this
    const before = current.region
    const mark = current.trail.length
    const ways: WayEnd[] = []
    const seen = new Map<Variable, number[]>()
    ways.push(this.way(mark, this.region(RegionKind.attempt, before), body, seen))
    if (rescue) {
      ways.push(
        this.way(mark, this.region(RegionKind.rescue, before), () => {
          for (const [variable, values] of seen) {
            if (variable.declaredRegion <= before)
              this.set(
                variable,
                this.nodeOf(Op.Phi, current.offset, [
                  ...valueAt(this.now(variable), before),
                  ...values.flatMap((value) => [value, current.region]),
                ]),
              )
          }
          rescue()
        }),
      )
    }
    this.join(before, ways)
    if (!last) return
    const neverGetsHere = this.isDead
    if (neverGetsHere) current.region = this.region(RegionKind.case, before)
    last()
    if (neverGetsHere) this.die()
  }

  protected die(): void {
    if (!this.isDead) this.current.region = this.region(RegionKind.dead, this.current.region)
  }

  /** Emits one branch and restores the variables afterwards. */
  protected way(mark: number, region: number, body: () => void, seen?: Map<Variable, number[]>): WayEnd {
    const { current } = this
    current.region = region
    current.ways += 1
    body()
    current.ways -= 1
    const end = { values: this.changedValues(current.trail, mark), region: current.region, isDead: this.isDead }
    if (seen) {
      for (let at = mark; at < current.trail.length; at += 1) {
        const entry = current.trail[at]
        if (entry && entry.value >= 0) append(seen, entry.variable, entry.value)
      }
      for (const [variable, value] of end.values) append(seen, variable, value)
    }
    this.undo(mark)
    return end
  }

  /** Merges several branches. If only one of them reaches this point, its conditions still hold. */
  protected join(before: number, ways: readonly WayEnd[]): void {
    const { current } = this
    const alive = ways.filter(({ isDead }) => !isDead)
    const [only] = alive
    if (!only) {
      current.region = before
      this.die()
      return
    }
    if (alive.length === 1) {
      current.region = only.region
      for (const [variable, value] of only.values) if (variable.declaredRegion <= before) this.set(variable, value)
      return
    }
    current.region = before
    if (alive.every(({ values }) => values.size === 0)) return
    const changed = changedInAny(alive)
    this.carry(changed.size * alive.length)
    for (const variable of changed) {
      if (variable.declaredRegion > before) continue
      const operands: number[] = []
      for (const { values, region } of alive) {
        const value = values.get(variable) ?? this.now(variable)
        if (value >= 0) operands.push(value, region)
      }
      if (operands.length > 0) this.set(variable, this.nodeOf(Op.Phi, current.offset, operands))
    }
  }
}

function changedInAny(ways: readonly WayEnd[]): ReadonlySet<Variable> {
  const changed = new Set<Variable>()
  for (const { values } of ways) for (const variable of values.keys()) changed.add(variable)
  return changed
}
