import { limits } from '../../model/limits.ts'
import { RegionKind } from '../form/operations.ts'
import { bothKnown, eitherKnown, GatheredKnowledge, type Knowledge, nothingKnown } from './knowledge.ts'
import type { GuardContext } from './origins-of.ts'
import type { Proofs } from './proofs.ts'
import type { Location } from './surroundings.ts'

/** What a branch is asked. */
export interface BranchQuestions {
  /** What is known because a call has ended. */
  called(call: number): Knowledge
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
 * Says what branches show that have ended before a place: `if name: check(name)` and `if name: if not ok(name): raise` show of `name` what
 * holds on either way, and without a name there is none that does harm.
 */
export class Branches {
  readonly #context: GuardContext
  readonly #proofs: Proofs
  readonly #ask: BranchQuestions
  readonly #exits = new Map<number, readonly BranchExit[]>()

  constructor(context: GuardContext, proofs: Proofs, ask: BranchQuestions) {
    this.#context = context
    this.#proofs = proofs
    this.#ask = ask
  }

  /** What holds at a place because of branches before it; of calls, only those that are handed one of the values that matter, where these are known. */
  before({ region, position }: Location, matters: ((value: number) => boolean) | undefined): Knowledge {
    const { program, index } = this.#context
    const inside = program.functionAround(region)
    const all = new GatheredKnowledge()
    let asked = 0
    const isPast = (from: number) => from >= 0 && !index.around(region).has(from)
    const add = (known: Knowledge, from: number) => {
      asked += 1
      if (known.isImpossible || known.of.size === 0) return
      const shown = this.#afterBranches(known, from, region)
      if (!shown.isImpossible && shown.of.size > 0) all.add(shown)
    }
    for (const call of this.#ask.tellingCalls(inside)) {
      if (call >= position || asked > limits.dataflow.lookedAtOperands) break
      const from = program.regionAt(call)
      if (isPast(from) && this.#isInBranch(from) && (!matters || this.#ask.isHanded(call, matters))) add(this.#ask.called(call), from)
    }
    for (const { exit, from, condition, isTrue } of this.#exitsOf(inside)) {
      if (exit >= position || asked > limits.dataflow.lookedAtOperands) break
      if (isPast(from)) add(this.#proofs.prove(condition, [], !isTrue), from)
    }
    return all.known
  }

  /** What holds where all ways of the branches between two regions have come together again, one of which shows something at its end. */
  #afterBranches(known: Knowledge, from: number, region: number): Knowledge {
    const { program, index } = this.#context
    let all = known
    let at = from
    for (let count = 0; at >= 0 && !program.isWithin(region, at); count += 1, at = program.regionAround(at)) {
      if (count > limits.dataflow.regionsAround || !this.#runsOn(at, region)) return nothingKnown
      const kind = program.regionKinds[at]
      const sibling = index.siblingOf(at)
      if (kind === RegionKind.attempt || (sibling >= 0 && index.endsDead[sibling] === 1)) continue
      const condition = program.conditionOf(at)
      const isTrue = kind === RegionKind.when
      all = eitherKnown(bothKnown(this.#proofs.prove(condition, [], isTrue), all), this.#proofs.prove(condition, [], !isTrue))
    }
    return all
  }

  /** Whether what has run in a region has run for everyone who comes from it to another one: nobody is let out by an exception. */
  #runsOn(at: number, region: number): boolean {
    const { program, index } = this.#context
    if (program.conditionOf(at) >= 0) return true
    if (program.regionKinds[at] !== RegionKind.attempt) return false
    const rescue = index.rescueOf(at)
    return rescue < 0 || (index.endsDead[rescue] === 1 && !program.isWithin(region, rescue))
  }

  #isInBranch(region: number): boolean {
    const { program } = this.#context
    return program.conditionOf(region) >= 0 || program.regionKinds[region] === RegionKind.attempt
  }

  #exitsOf(inside: number): readonly BranchExit[] {
    const known = this.#exits.get(inside)
    if (known) return known
    const { program, index } = this.#context
    const found: BranchExit[] = []
    for (const exit of index.exits(inside)) {
      const left = program.regionAt(exit)
      const [condition, from] = [program.conditionOf(left), program.regionAround(left)]
      if (condition >= 0 && this.#isInBranch(from)) found.push({ exit, from, condition, isTrue: program.regionKinds[left] === RegionKind.when })
    }
    this.#exits.set(inside, found)
    return found
  }
}
