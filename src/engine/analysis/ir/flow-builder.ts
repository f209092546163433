import { Op, RegionKind } from './operations.ts'
import { type BreakTarget, type FunctionFrame, ModuleBuilder } from './module-builder.ts'
import type { Variable } from './variable.ts'

/** Values that variables have at the end of one way through the code. */
interface WayEnd {
  readonly values: ReadonlyMap<Variable, number>
  readonly region: number
  readonly isDead: boolean
}

/** One `case`: what is compared, and what is done. Without tests it is the default. */
export interface SwitchCase {
  /** Conditions under which it is taken. */
  readonly conditions: readonly number[]
  readonly isDefault: boolean
  readonly body: () => void
}

/**
 * Writes code of any language into a unit: keeps track of what each variable holds (as Braun and others build static
 * single assignment, CC 2013, but along the structure of the text instead of blocks) and of what holds in each region.
 */
export class FlowBuilder extends ModuleBuilder {
  /** Says that the current function has a variable. Call it before its first use. */
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
    // An array that is made with its element has room for just that, which most have.
    if (variable.assigned.length === 0) variable.assigned = [value]
    else variable.assigned.push(value)
    if (!variable.isShared && variable.owner === current.index) this.#set(variable, value)
  }

  /** What a variable holds here. */
  read(variable: Variable, offset: number): number {
    const { current } = this
    if (variable.owner !== current.index) return this.#captured(variable, offset)
    return variable.isShared || variable.value < 0 ? this.#cellOf(variable) : this.#now(variable)
  }

  /** What a variable of this function, which nobody else assigns, holds here; −1 for nothing yet. */
  #now(variable: Variable): number {
    const { value, depth, declaredDepth, isConstant } = variable
    const { loopDepth } = this.current
    return isConstant || value < 0 || depth >= loopDepth || declaredDepth >= loopDepth
      ? value
      : this.#meetLoops(variable)
  }

  /** Writes a function; `body` declares its variables and writes what it does. Gives its `Closure`. */
  closure(
    header: { readonly name: string; readonly offset: number; readonly flags: number },
    body: (opened: FunctionFrame) => void,
  ): number {
    const index = this.writeFunction(header, body)
    return this.node(Op.Closure, header.offset, index)
  }

  /** As `closure`, for functions that are no value of their own, such as methods; gives the index. */
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

  /** True after `return`, `throw` and the like: nothing gets here. */
  get isDead(): boolean {
    return this.regionKind(this.current.region) === RegionKind.dead
  }

  returns(value: number, offset: number): void {
    this.current.returns.push(this.node(Op.Return, offset, value))
    this.#die()
  }

  throws(value: number, offset: number): void {
    this.node(Op.Throw, offset, value)
    this.#die()
  }

  /** `break` (of anything) or `continue` (of a loop); without a label the innermost. */
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
      for (const changed of this.#changedSince(trail, exit.mark))
        append((exit.left ??= new Map()), changed, this.#now(changed), region)
    }
    this.#die()
  }

  /** Two ways, by a condition. */
  branch(condition: number, then: () => void, otherwise: () => void = () => {}): void {
    const before = this.current.region
    const mark = this.current.trail.length
    const yes = this.#way(mark, this.region(RegionKind.when, before, condition), then)
    const no = this.#way(mark, this.region(RegionKind.unless, before, condition), otherwise)
    this.#join(before, [yes, no])
  }

  /** One of two values, by a condition. */
  choose(condition: number, then: () => number, otherwise: () => number, offset: number): number {
    const operands: number[] = []
    const way = (value: () => number) => () => {
      const made = value()
      if (!this.isDead) operands.push(made, this.current.region)
    }
    this.branch(condition, way(then), way(otherwise))
    return this.nodeOf(Op.Phi, offset, operands)
  }

  /** `left and right`, `left or right`, `left ?? right`: the right side runs only where the left one let it. */
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

  /** Several ways of which nothing is known, one of which is taken. */
  ways(bodies: readonly (() => void)[]): void {
    const before = this.current.region
    const mark = this.current.trail.length
    this.#join(
      before,
      bodies.map((body) => this.#way(mark, this.region(RegionKind.case, before), body)),
    )
  }

  /**
   * A loop. `condition` runs before each turn, `body` in it, `update` after it and after `continue`. A loop whose
   * condition is checked at the end hands over no condition.
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
    const last = this.#changedValues(current.trail, exit.mark)
    this.#undo(exit.mark)
    current.region = before
    if (exit.phis)
      for (const [variable, phi] of exit.phis)
        this.#completePhi(phi, [
          this.#now(variable),
          before,
          ...valueAt(isDead ? undefined : last.get(variable), end),
          ...(exit.left?.get(variable) ?? []),
        ])
    this.#afterLoop(exit, last, { isDead, end, before })
  }

  /** A block or `switch` that `break` leaves. */
  breakable(label: string | undefined, body: () => void): void {
    const { current } = this
    const before = current.region
    const exit = this.#enter({ label, isLoop: false })
    body()
    current.exits.pop()
    current.ways -= 1
    if (!exit.isLeft) return
    const end: WayEnd = {
      values: this.#changedValues(current.trail, exit.mark),
      region: current.region,
      isDead: this.isDead,
    }
    this.#undo(exit.mark)
    current.region = before
    const variables = new Set([...(exit.left?.keys() ?? []), ...(end.isDead ? [] : end.values.keys())])
    for (const variable of variables) {
      if (variable.declaredRegion > before) continue
      // Whoever left before it was assigned has what it held before.
      const operands = [
        ...(exit.left?.get(variable) ?? []),
        ...valueAt(end.isDead ? undefined : end.values.get(variable), end.region),
        ...valueAt(this.#now(variable), before),
      ]
      this.#set(variable, this.nodeOf(Op.Phi, this.current.offset, operands))
    }
  }

  /**
   * `switch` and `match`: the first case whose condition holds is taken, and, where `fallsThrough`, what follows it.
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
        previous = this.#way(mark, region, () => {
          if (entered) this.#fallInto(entered, region, before)
          one.body()
        })
        if (!fallsThrough) ends.push(previous)
      }
      if (fallsThrough && previous) ends.push(previous)
      if (!cases.some(({ isDefault }) => isDefault)) ends.push({ values: new Map(), region: before, isDead: false })
      this.#join(before, ends)
    })
  }

  /** `try`: `rescue` runs after an exception anywhere in `body`, `last` always. */
  attempt(body: () => void, rescue: (() => void) | undefined, last?: () => void): void {
    const { current } = this
    const before = current.region
    const mark = current.trail.length
    const ways: WayEnd[] = []
    const seen = new Map<Variable, number[]>()
    ways.push(this.#way(mark, this.region(RegionKind.attempt, before), body, seen))
    if (rescue) {
      ways.push(
        this.#way(mark, this.region(RegionKind.rescue, before), () => {
          for (const [variable, values] of seen) {
            if (variable.declaredRegion <= before)
              this.#set(
                variable,
                this.nodeOf(Op.Phi, current.offset, [
                  ...valueAt(this.#now(variable), before),
                  ...values.flatMap((value) => [value, current.region]),
                ]),
              )
          }
          rescue()
        }),
      )
    }
    this.#join(before, ways)
    if (!last) return
    const neverGetsHere = this.isDead
    if (neverGetsHere) current.region = this.region(RegionKind.case, before)
    last()
    if (neverGetsHere) this.#die()
  }

  /** Ends the unit. */
  override build(): ReturnType<ModuleBuilder['build']> {
    this.#settleCaptures(this.current)
    for (const variable of this.#celled) this.complete(variable.cell, variable.assigned)
    return super.build()
  }

  readonly #celled: Variable[] = []

  #die(): void {
    if (!this.isDead) this.current.region = this.region(RegionKind.dead, this.current.region)
  }

  /** Runs one way through the code, and puts variables back as they were. */
  #way(mark: number, region: number, body: () => void, seen?: Map<Variable, number[]>): WayEnd {
    const { current } = this
    current.region = region
    current.ways += 1
    body()
    current.ways -= 1
    const end = { values: this.#changedValues(current.trail, mark), region: current.region, isDead: this.isDead }
    if (seen) {
      for (let at = mark; at < current.trail.length; at += 1) {
        const entry = current.trail[at]
        if (entry && entry.value >= 0) append(seen, entry.variable, entry.value)
      }
      for (const [variable, value] of end.values) append(seen, variable, value)
    }
    this.#undo(mark)
    return end
  }

  /** Variables that were assigned since a place of the trail. */
  #changedSince(trail: FunctionFrame['trail'], mark: number): Set<Variable> {
    this.carry(trail.length - mark)
    const changed = new Set<Variable>()
    for (let at = mark; at < trail.length; at += 1) {
      const entry = trail[at]
      if (entry) changed.add(entry.variable)
    }
    return changed
  }

  #changedValues(trail: FunctionFrame['trail'], mark: number): ReadonlyMap<Variable, number> {
    if (trail.length === mark) return nothingChanged
    const values = new Map<Variable, number>()
    for (const variable of this.#changedSince(trail, mark)) values.set(variable, variable.value)
    return values
  }

  #undo(mark: number): void {
    const { trail } = this.current
    while (trail.length > mark) {
      const entry = trail.pop()
      if (!entry) break
      entry.variable.value = entry.value
      entry.variable.depth = entry.depth
    }
  }

  /** Goes on after several ways. Where a single one gets here, what it knows still holds. */
  #join(before: number, ways: readonly WayEnd[]): void {
    const { current } = this
    const alive = ways.filter(({ isDead }) => !isDead)
    const [only] = alive
    if (!only) {
      current.region = before
      this.#die()
      return
    }
    if (alive.length === 1) {
      current.region = only.region
      for (const [variable, value] of only.values) if (variable.declaredRegion <= before) this.#set(variable, value)
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
        const value = values.get(variable) ?? this.#now(variable)
        if (value >= 0) operands.push(value, region)
      }
      if (operands.length > 0) this.#set(variable, this.nodeOf(Op.Phi, current.offset, operands))
    }
  }

  /** As `assign`, of a value that a join made of assigned ones. */
  #set(variable: Variable, value: number): void {
    const { current } = this
    if (current.ways > 0) current.trail.push({ variable, value: variable.value, depth: variable.depth })
    variable.value = value
    variable.depth = current.loopDepth
  }

  #fallInto({ values, region: from }: WayEnd, region: number, before: number): void {
    for (const [variable, value] of values)
      this.#set(
        variable,
        this.nodeOf(Op.Phi, this.current.offset, [value, from, ...valueAt(this.#now(variable), before)]),
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

  /**
   * A variable from before a loop may hold in it what a former turn assigned: gives the phi at the head of the
   * innermost one.
   */
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

  /** What variables hold after a loop: what they held before, at its end, or where it was left. */
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
        ...valueAt(this.#now(variable), before),
        ...valueAt(isDead ? undefined : last.get(variable), end),
        ...(exit.left?.get(variable) ?? []),
      ]
      if (phi !== undefined) this.#set(variable, phi)
      else if (operands.length > 0) this.#set(variable, this.nodeOf(Op.Phi, this.current.offset, operands))
    }
  }

  /** Says what a phi at the head of a loop may be; not that it may be itself. */
  #completePhi(phi: number, all: readonly number[]): void {
    const operands: number[] = []
    for (let at = 0; at + 1 < all.length; at += 2) {
      const [value = phi, region = 0] = [all[at], all[at + 1]]
      if (value !== phi) operands.push(value, region)
    }
    this.complete(phi, operands)
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
    // What it captures is known when the function is closed.
    const capture = this.node(Op.Capture, offset, 0)
    current.captures ??= new Map()
    current.captures.set(variable, capture)
    return capture
  }

  /**
   * Says what a closure sees of a variable: what it held when the closure was made, unless it was assigned afterwards.
   */
  #handDown(variable: Variable, capture: number, offset: number): void {
    const { current } = this
    if (variable.owner !== current.index) this.completeFirst(capture, this.#captured(variable, offset))
    else if (variable.isShared) this.completeFirst(capture, this.#cellOf(variable))
    else
      current.handedDown.push({ capture, variable, value: this.#now(variable), assignments: variable.assigned.length })
  }

  #settleCaptures({ handedDown }: FunctionFrame): void {
    for (const { capture, variable, value, assignments } of handedDown) {
      const { assigned } = variable
      // What is assigned once, after the closure was made, is what the closure finds.
      const only = value < 0 && assigned.length === 1 ? assigned[0] : undefined
      this.completeFirst(
        capture,
        only ?? (value >= 0 && assigned.length === assignments ? value : this.#cellOf(variable)),
      )
    }
  }
}

/** An operand of a phi with its region; nothing for no value. */
function valueAt(value: number | undefined, region: number): readonly number[] {
  return value === undefined || value < 0 ? [] : [value, region]
}

function append(into: Map<Variable, number[]>, variable: Variable, ...values: readonly number[]): void {
  const known = into.get(variable)
  if (known) known.push(...values)
  else into.set(variable, [...values])
}

function changedInAny(ways: readonly WayEnd[]): ReadonlySet<Variable> {
  const changed = new Set<Variable>()
  for (const { values } of ways) for (const variable of values.keys()) changed.add(variable)
  return changed
}

const nothingChanged: ReadonlyMap<Variable, number> = new Map()
