import { dataflowLimits } from '../../dataflow-limits.ts'
import { RegionKind } from '../../ir/operations.ts'
import { isSameBranch } from './correlated.ts'
import { conjoinFacts, disjoinFacts, FactsBuilder, type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import type { ConditionFacts } from './condition-facts.ts'
import { withoutTests } from './leaving-outcome.ts'
import { Memo } from './memo.ts'
import { endingCalls } from './never-returns.ts'
import type { ProgramPoint } from './program-point.ts'
import { switchesBefore } from './switches.ts'
import { factsWithTests } from './undecided/undecided-tests.ts'

/** Callbacks used by `Branches`. */
export interface BranchQuestions {
  /** Returns the facts that hold after a call returns. */
  called(call: number): Facts
  /** Returns the calls in a function whose return proves something. */
  tellingCalls(inside: number): readonly number[]
  isHanded(call: number, matters: (value: number) => boolean): boolean
}

/** An exit inside a branch. If it is not taken, execution continues after the branch. */
interface BranchExit {
  readonly exit: number
  /** Region that continues to run if the exit is not taken. */
  readonly from: number
  readonly condition: number
  /** True if the exit is taken when the condition is true. */
  readonly isTrue: boolean
}

/**
 * Derives facts at a place from branches that ended before it. After `if name: check(name)` or `if name: if not
 * ok(name): raise`, `name` is either checked or empty, and an empty value is harmless.
 */
export class Branches {
  readonly #context: GuardContext
  readonly #proofs: ConditionFacts
  readonly #ask: BranchQuestions
  readonly #exits = new Memo<readonly BranchExit[]>()

  constructor(context: GuardContext, proofs: ConditionFacts, ask: BranchQuestions) {
    this.#context = context
    this.#proofs = proofs
    this.#ask = ask
  }

  /**
   * Returns the facts at a place that follow from earlier branches. If `matters` is given, only calls that receive a
   * matching value are considered.
   */
  before({ region, position }: ProgramPoint, matters: ((value: number) => boolean) | undefined): Facts {
    const { program } = this.#context
    const inside = program.functionAround(region)
    const all = new FactsBuilder()
    const add = (known: Facts, from: number) => {
      if (!known.isImpossible) all.add(this.#afterBranches(known, this.#branchesBetween(from, region), region))
    }
    const isLeftBefore = (node: number, from: number) =>
      node < position && this.#branchesBetween(from, region).length > 0
    const calls = this.#ask
      .tellingCalls(inside)
      .filter((call) => isLeftBefore(call, program.regionAt(call)) && (!matters || this.#ask.isHanded(call, matters)))
    for (const call of calls.slice(0, dataflowLimits.maxOperands)) add(this.#ask.called(call), program.regionAt(call))
    const exits = this.#exitsOf(inside).filter(({ exit, from }) => isLeftBefore(exit, from))
    for (const { from, condition, isTrue } of exits.slice(0, dataflowLimits.maxOperands))
      add(factsWithTests(this.#context, this.#proofs, condition, !isTrue), from)
    all.add(this.#endingsBefore({ region, position }))
    all.add(switchesBefore(this.#context, this.#proofs, { region, position }))
    return all.known
  }

  /**
   * Returns facts from conditional calls before a place that end the process or throw, as in `if (!isSafe(p)) fail()`.
   * They need separate treatment because the code after such a call has no region of its own.
   */
  #endingsBefore({ region, position }: ProgramPoint): Facts {
    const { program, index } = this.#context
    const all = new FactsBuilder()
    for (const call of endingCalls(this.#context, program.functionAround(region))) {
      if (call >= position) break
      const left = program.regionAt(call)
      const condition = program.conditionOf(left)
      if (condition < 0 || index.around(region).has(left) || !index.around(region).has(program.regionAround(left)))
        continue
      all.add(factsWithTests(this.#context, this.#proofs, condition, program.regionKinds[left] !== RegionKind.when))
    }
    return all.known.isImpossible ? noFacts : all.known
  }

  /**
   * Returns the regions that enclose a region but do not enclose a later one, innermost first. Empty if execution can
   * reach the later region without passing the end of each of them.
   */
  #branchesBetween(from: number, region: number): readonly number[] {
    const { program, index } = this.#context
    const around = index.around(region)
    const found: number[] = []
    for (let at = from; !around.has(at); at = program.regionAround(at)) {
      if (!this.#runsOn(at, region)) return []
      found.push(at)
    }
    return found
  }

  /** Returns the facts after branches have merged, given the facts at the end of the innermost branch. */
  #afterBranches(known: Facts, branches: readonly number[], region: number): Facts {
    const { program, index } = this.#context
    let all = known
    for (const branch of branches) {
      const condition = program.conditionOf(branch)
      if (condition < 0 || index.endsDead[index.siblingOf(branch)] === 1) continue
      // The later region has the same condition, so it runs only if this branch was taken.
      if (isSameBranch(this.#context, branch, region)) continue
      const isTrue = program.regionKinds[branch] === RegionKind.when
      all = disjoinFacts(
        conjoinFacts(withoutTests(this.#proofs.impliedFacts(condition, [], isTrue)), all),
        withoutTests(this.#proofs.impliedFacts(condition, [], !isTrue)),
      )
    }
    return all
  }

  /**
   * Reports whether execution that gets from one region to another always passes the end of the first. False if an
   * exception can skip it.
   */
  #runsOn(at: number, region: number): boolean {
    const { program, index } = this.#context
    // If the other branch contains the later region, this branch has exited the function.
    if (program.conditionOf(at) >= 0) {
      const other = index.siblingOf(at)
      return other < 0 || !program.isWithin(region, other)
    }
    if (program.regionKinds[at] !== RegionKind.attempt) return false
    const rescue = index.rescueOf(at)
    return rescue < 0 || (this.#isLeft(rescue) && !program.isWithin(region, rescue))
  }

  /** Reports whether an exception handler always exits the function, including through a call that never returns. */
  #isLeft(rescue: number): boolean {
    const { program, index } = this.#context
    if (index.endsDead[rescue] === 1) return true
    const ending = endingCalls(this.#context, program.functionAround(rescue))
    return ending.some((call) => program.regionAt(call) === rescue)
  }

  #exitsOf(inside: number): readonly BranchExit[] {
    return this.#exits.answer(this, inside, () => this.#findExits(inside))
  }

  #findExits(inside: number): readonly BranchExit[] {
    const { program, index } = this.#context
    return [...index.exits(inside), ...endingCalls(this.#context, inside)].map((exit) => {
      const left = program.regionAt(exit)
      return {
        exit,
        from: program.regionAround(left),
        condition: program.conditionOf(left),
        isTrue: program.regionKinds[left] === RegionKind.when,
      }
    })
  }
}
