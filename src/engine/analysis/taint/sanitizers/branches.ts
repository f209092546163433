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

/** What a branch is asked. */
export interface BranchQuestions {
  /** What is known because a call has ended. */
  called(call: number): Facts
  /** Calls of a function that tell anything by having ended. */
  tellingCalls(inside: number): readonly number[]
  isHanded(call: number, matters: (value: number) => boolean): boolean
}

/** Where a function leaves a branch that others go on from. */
interface BranchExit {
  readonly exit: number
  /** The region that runs on where it does not leave. */
  readonly from: number
  readonly condition: number
  /** Whether the condition is true where it leaves. */
  readonly isTrue: boolean
}

/**
 * Says what branches show that have ended before a place: `if name: check(name)` and `if name: if not ok(name): raise`
 * show of `name` what holds on either way, and without a name there is none that does harm.
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
   * What holds at a place because of branches before it; of calls, only those that are handed one of the values that
   * matter, where these are known.
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
   * Conditions under which a call before a place would have ended the process or thrown: `if (!isSafe(p)) fail()`. What
   * follows such a call has no region of its own.
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
   * Regions from one outward that a later region is not in, the innermost first. None where others get to the later one
   * without the end of one of them.
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

  /**
   * What holds where all ways of branches have come together again, the innermost of which shows something at its end.
   */
  #afterBranches(known: Facts, branches: readonly number[], region: number): Facts {
    const { program, index } = this.#context
    let all = known
    for (const branch of branches) {
      const condition = program.conditionOf(branch)
      if (condition < 0 || index.endsDead[index.siblingOf(branch)] === 1) continue
      // Only where the branch was taken does a later branch under the same condition run.
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
   * Whether all that goes on from a region to another one has gone through the end of the first: nothing comes from it
   * by an exception.
   */
  #runsOn(at: number, region: number): boolean {
    const { program, index } = this.#context
    // After a branch that leaves the function, the rest runs in the other one.
    if (program.conditionOf(at) >= 0) {
      const other = index.siblingOf(at)
      return other < 0 || !program.isWithin(region, other)
    }
    if (program.regionKinds[at] !== RegionKind.attempt) return false
    const rescue = index.rescueOf(at)
    return rescue < 0 || (this.#isLeft(rescue) && !program.isWithin(region, rescue))
  }

  /** Whether a handler of exceptions always leaves, also by a call that never returns. */
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
