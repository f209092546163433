import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import { Branches } from './branches.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { throwsBySchema } from './checked-by-schema.ts'
import { endingTests, throwingCalls } from './checks/ending-tests.ts'
import { conjoinFacts, contradiction, disjoinFacts, FactsBuilder, type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { isOwn } from './caller-influence.ts'
import { neverHolds } from './non-empty.ts'
import { seenThrough } from './seen-through.ts'
import { append } from './program-index.ts'
import type { ConditionFacts } from './condition-facts.ts'
import { withoutDispatch } from './leaving-outcome.ts'
import type { PlaceFacts, ProgramPoint } from './program-point.ts'
import { reaches } from './reaches.ts'
import { ofAll, ofTurn, sameAfter } from './loop-values.ts'
import { Memo } from './memo.ts'
import { endingCalls } from './never-returns.ts'
import type { OutcomeFacts } from './outcome.ts'
import { factsWithTests } from './undecided/undecided-tests.ts'
import { mayThrow } from './unknown-checks.ts'

/** Last parts of the names of external functions that may throw for an invalid argument. */
const asserting: ReadonlySet<string> = new Set(
  'assert ok strict invariant tiny-invariant then'.split(' ').concat(...endingTests),
)

interface LoopExit {
  readonly exit: number
  readonly loop: number
  readonly condition: number
  /** True if the exit is taken when the condition is true. */
  readonly isTrue: boolean
}

/** Derives the facts at a place from its enclosing conditions and from code that ran before it. */
export class DominatingConditions implements PlaceFacts {
  readonly #context: GuardContext
  readonly #proofs: ConditionFacts
  readonly #validators: OutcomeFacts
  readonly #branches: Branches
  readonly #asserting: ReadonlySet<string>

  constructor(context: GuardContext, proofs: ConditionFacts, validators: OutcomeFacts) {
    this.#context = context
    this.#proofs = proofs
    this.#validators = validators
    this.#asserting = new Set([...asserting, ...throwingCalls(context.program)])
    this.#branches = new Branches(context, proofs, {
      called: (call) => validators.called(call, 'ended'),
      tellingCalls: (inside) => this.#tellingCalls(inside),
      isHanded: (call, matters) => this.#isHanded(call, matters),
    })
  }

  /**
   * Returns all facts that hold at a place because of code in the same function. If `matters` is given, only calls that
   * receive a matching value are considered.
   */
  at(place: ProgramPoint, matters?: (value: number) => boolean): Facts {
    return conjoinFacts(this.conditionsBetween(place.region, -1), this.before(place, matters))
  }

  /** Returns the facts that hold at a place because of code that ran before it. */
  before(place: ProgramPoint, matters?: (value: number) => boolean): Facts {
    return conjoinFacts(
      conjoinFacts(this.#callsBefore(place, matters), this.#loopsBefore(place)),
      this.#branches.before(place, matters),
    )
  }

  /**
   * Returns the facts that follow from the conditions of a region and of its enclosing regions, up to but excluding
   * `outer`.
   */
  conditionsBetween(region: number, outer: number): Facts {
    const { program } = this.#context
    const all = new FactsBuilder()
    let at = region
    for (
      let count = 0;
      at > outer && count < dataflowLimits.maxEnclosingRegions;
      count += 1, at = program.regionAround(at)
    ) {
      const condition = program.conditionOf(at)
      if (condition < 0) continue
      const isTruthy = program.regionKinds[at] === RegionKind.when
      if (neverHolds(this.#context, condition, isTruthy)) return contradiction
      all.add(withoutDispatch(this.#context, at, factsWithTests(this.#context, this.#proofs, condition, isTruthy)))
    }
    // If the conditions contradict each other, the analysis misread one of them, so none of them counts.
    return all.known.isImpossible ? noFacts : all.known
  }

  /** Returns the facts from calls that must have returned before this place. */
  #callsBefore({ region, position }: ProgramPoint, matters: ((value: number) => boolean) | undefined): Facts {
    const { program, references, index } = this.#context
    const inside = program.functionAround(region)
    const all = new FactsBuilder()
    const ended = this.#tellingCalls(inside).filter(
      (call) => call < position && index.around(region).has(program.regionAt(call)),
    )
    const asked = matters
      ? ended.filter((call) => references.callees(call).length === 0 || this.#isHanded(call, matters))
      : ended
    for (const call of asked.slice(0, dataflowLimits.maxOperands)) {
      const known = this.#validators.called(call, 'ended')
      if (known.of.size > 0) all.add(known)
    }
    return all.known
  }

  /** Reports whether a call receives, as an argument or receiver, a matching value or a value derived from one. */
  #isHanded(call: number, matters: (value: number) => boolean): boolean {
    const { values } = this.#context
    const handed = this.#handed.answer(this, call, () => {
      const { receiver } = namesOfCall(this.#context, call)
      const given = argumentsOf(this.#context, call)
      return (receiver < 0 ? given : [receiver, ...given]).map((node) => values.of(node))
    })
    const sources = (value: number) => [...values.madeOf(value), ...values.dependencies.of(value)].map(({ of }) => of)
    return handed.some((value) => reaches(value, matters, sources))
  }

  /** Arguments and receiver by call. */
  readonly #handed = new Memo<readonly number[]>()

  /**
   * Returns the calls in a function whose return proves something: calls of project functions, assertions, and schemas.
   */
  #tellingCalls(inside: number): readonly number[] {
    const { index, references } = this.#context
    const isTelling = (call: number) =>
      references.callees(call).length > 0 ||
      this.#asserting.has(namesOfCall(this.#context, call).lastName) ||
      throwsBySchema(this.#context, call) ||
      mayThrow(this.#context, call)
    return this.#telling.answer(this, inside, () => index.calls(inside).filter(isTelling))
  }

  readonly #telling = new Memo<readonly number[]>()

  /** Returns the facts from earlier loops over a whole collection that exit the function at an invalid element. */
  #loopsBefore({ region, position }: ProgramPoint): Facts {
    const { program, index } = this.#context
    const all = new FactsBuilder()
    for (const { exit, loop, condition, isTrue } of this.#loopExits(program.functionAround(region))) {
      if (exit >= position) break
      const around = program.regionAround(loop)
      const isAlways = index.around(region).has(around)
      const otherwise = isAlways ? noFacts : this.#settingAgainst(around, region)
      if (index.around(region).has(loop) || otherwise === undefined) continue
      const known = sameAfter(this.#context, loop, factsWithTests(this.#context, this.#proofs, condition, !isTrue))
      if (known.of.size === 0) continue
      const turn = this.#turnsFor(loop, exit) ? known : ofTurn(this.#context, loop, known, this.#isTested(loop, known))
      const shown = ofAll(this.#context, this.#proofs, loop, turn)
      all.add(isAlways ? shown : disjoinFacts(shown, otherwise))
    }
    return all.known
  }

  /**
   * Returns the facts that hold if a setting skipped a region before a place: `if (!allowLocal) for (…) …`. Undefined
   * if no setting can skip it.
   */
  #settingAgainst(passed: number, region: number): Facts | undefined {
    const { program, index } = this.#context
    const condition = program.conditionOf(passed)
    if (condition < 0 || !index.around(region).has(program.regionAround(passed))) return undefined
    const isTruthy = program.regionKinds[passed] !== RegionKind.when
    const known = factsWithTests(this.#context, this.#proofs, condition, isTruthy)
    return known.setting && known
  }

  /** Returns the function exits in loops whose condition is evaluated in every iteration. */
  #loopExits(inside: number): readonly LoopExit[] {
    return this.#exits.answer(this, inside, () => this.#findLoopExits(inside))
  }

  readonly #exits = new Memo<readonly LoopExit[]>()

  #findLoopExits(inside: number): readonly LoopExit[] {
    const { program, index } = this.#context
    const found: LoopExit[] = []
    for (const exit of [...index.exits(inside), ...endingCalls(this.#context, inside)].toSorted((a, b) => a - b)) {
      const left = program.regionAt(exit)
      const condition = program.conditionOf(left)
      const loop = this.#loopAround(left)
      if (loop !== undefined)
        found.push({ exit, loop, condition, isTrue: program.regionKinds[left] === RegionKind.when })
    }
    return found
  }

  /** Returns the loop that evaluates the condition of a region in every iteration, or undefined. */
  #loopAround(left: number): number | undefined {
    const { program, index } = this.#context
    let at = program.regionAround(left)
    for (let count = 0; count < dataflowLimits.maxEnclosingRegions; count += 1, at = program.regionAround(at)) {
      const kind = program.regionKinds[at]
      if (kind === RegionKind.loop) return at
      if (program.conditionOf(at) < 0 && kind !== RegionKind.attempt) return undefined
      const other = kind === RegionKind.attempt ? index.rescueOf(at) : index.siblingOf(at)
      // Every iteration gets here only if the other branch exits. A loop's own condition has no other branch, unlike a
      // `switch` case.
      if (other >= 0 && (index.endsDead[other] !== 1 || index.hasExit[other] !== 1)) return undefined
      if (other < 0 && kind !== RegionKind.attempt && !this.#isOfLoop(at)) return undefined
    }
    return undefined
  }

  /**
   * Reports whether a region's condition is that of the enclosing loop and not of a `switch` case. A loop over a
   * collection has no condition.
   */
  #isOfLoop(region: number): boolean {
    const { program } = this.#context
    const around = program.regionAround(region)
    return program.regionKinds[around] === RegionKind.loop && this.#collectionsOf(around).length === 0
  }

  /**
   * Reports whether the program determines the iterations of a loop: it iterates over its own non-empty list, or a
   * setting determines the count. In contrast, a loop over a caller's input may have no iterations.
   */
  #turnsFor(loop: number, exit: number): boolean {
    const { program } = this.#context
    const collections = this.#collectionsOf(loop)
    if (collections.length > 0) return collections.every((one) => isOwn(this.#context, one) && !this.#isEmpty(one))
    let region = program.regionAt(exit)
    for (let parent = program.regionAround(region); parent > loop; parent = program.regionAround(region))
      region = parent
    const condition = program.conditionOf(region)
    return condition < 0 || isOwn(this.#context, condition)
  }

  #isEmpty(collection: number): boolean {
    const { program } = this.#context
    const made = seenThrough(this.#context, collection)
    return program.op(made) === Op.ArrayOf && program.operandCount(made) === 0
  }

  /** Returns the collections that a loop iterates over. */
  #collectionsOf(loop: number): readonly number[] {
    const inside = this.#context.program.functionAround(loop)
    return this.#collections.answer(this, inside, () => this.#collectionsIn(inside)).get(loop) ?? []
  }

  #collectionsIn(inside: number): ReadonlyMap<number, readonly number[]> {
    const { program, index } = this.#context
    const found = new Map<number, number[]>()
    const [first, end] = index.range(inside)
    for (let node = first; node < end; node += 1) {
      const region = program.regionAt(node)
      if (
        (program.op(node) !== Op.Element && program.op(node) !== Op.Key) ||
        program.regionKinds[region] !== RegionKind.loop
      )
        continue
      append(found, region, program.operand(node, 0))
    }
    return found
  }

  /** Collections by function, then by loop. */
  readonly #collections = new Memo<ReadonlyMap<number, readonly number[]>>()

  /**
   * Reports whether tests of elements also count as tests of the value that the collection was derived from: `for
   * (const part of parts(path))`.
   */
  #isTested(loop: number, known: Facts): boolean {
    const { values } = this.#context
    return this.#collectionsOf(loop).some((one) => (known.of.get(values.of(one))?.tested ?? 0) !== 0)
  }
}
