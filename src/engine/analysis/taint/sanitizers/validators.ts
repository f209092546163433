import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, Op } from '../../ir/operations.ts'
import { factsAboutValue } from './element-facts.ts'
import { addressesTestedBy } from './address-tests.ts'
import { appliedBy, factsOfApplied } from './applied-functions.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { checkedBySchema } from './checked-by-schema.ts'
import { factsFromEnding } from './checks/ending-tests.ts'
import { conjoinValueFacts, type ValueFacts, testedKinds } from './value-facts.ts'
import { conjoinFacts, disjoinFacts, contradiction, type Facts, noFacts } from './facts.ts'
import { ownerOf } from './derived-values.ts'
import type { GuardContext } from './guard-context.ts'
import { normalizedByCaller } from './normalized-by-caller.ts'
import { endingCalls, isUnreachable } from './never-returns.ts'
import { argumentsTestedBy } from './option-tests.ts'
import { seenThrough } from './seen-through.ts'
import type { ConditionFacts } from './condition-facts.ts'
import { settingTold } from './settings.ts'
import type { Outcome, OutcomeFacts } from './outcome.ts'
import type { PlaceFacts } from './program-point.ts'
import { givesPromise, isChained, isRejection } from './promises.ts'
import { assertions, testedByCondition, testedByEnding } from './unknown-checks.ts'
import { FactBits } from './fact-bits.ts'

/**
 * Maximum number of functions that a call may run. If there are more, the call proves nothing, because each of them
 * would have to perform the check.
 */
const maxCallees = 4

/** Derives facts about the arguments of project functions from the outcomes of their calls. */
export class Validators implements OutcomeFacts {
  readonly #context: GuardContext
  readonly #proofs: ConditionFacts
  readonly #surroundings: () => PlaceFacts
  readonly #known = new Map<string, Facts>()
  readonly #open = new Set<string>()
  /** Outcomes that a function may also have without running its checks, because a setting is missing. */
  readonly #passedOver = new Set<string>()

  constructor(context: GuardContext, proofs: ConditionFacts, surroundings: () => PlaceFacts) {
    this.#context = context
    this.#proofs = proofs
    this.#surroundings = surroundings
  }

  /** Returns the facts about a call's arguments that follow from this outcome. */
  called(call: number, outcome: Outcome): Facts {
    if (outcome !== 'ended') return this.#shownBy(call, outcome)
    return this.#ended.get(call) ?? this.#proofs.answer(this.#ended, call, () => this.#shownBy(call, outcome))
  }

  /**
   * Facts that hold after a call returns, by call. Cached, because they are requested for every later use of a value.
   */
  readonly #ended = new Map<number, Facts>()

  #shownBy(call: number, outcome: Outcome): Facts {
    const known = this.#shownByCallees(call, outcome)
    const applied = appliedBy(this.#context, call, outcome)
    return applied ? conjoinFacts(known, applied) : known
  }

  #shownByCallees(call: number, outcome: Outcome): Facts {
    const callees = this.#context.references.callees(call)
    if (callees.length === 0)
      return conjoinFacts(
        outcome === 'ended' ? conjoinFacts(this.#asserted(call), this.#fulfilledBefore(call)) : noFacts,
        conjoinFacts(checkedBySchema(this.#context, call, outcome), this.#testedByUnknown(call, outcome)),
      )
    // If too many functions have this name, it is unknown which of them runs and what it checks.
    if (callees.length > maxCallees) {
      this.#exceeding.add(call)
      return this.#testedByUnknown(call, outcome)
    }
    if (
      callees.some((index) => givesPromise(this.#context, index)) &&
      !(outcome === 'ended' ? this.#isAwaited(call) : this.#mayBeAwaited(call, 0))
    )
      return noFacts
    const known = callees
      .map((index) => this.handedBack(call, index, this.outcome(index, outcome)))
      .reduce(disjoinFacts)
    if (known.setting?.isExplicit !== true && !known.isImpossible && outcome !== 'ended') {
      const setting = settingTold(this.#context, call, outcome.isTruthy)
      // The setting is enough; facts about the settings themselves are not useful.
      if (setting) return { ...noFacts, setting }
    }
    const isPassedOver = callees.some((index) => this.#passedOver.has(questionOf(index, outcome)))
    return isPassedOver
      ? known
      : [addressesTestedBy(this.#context, call, outcome), argumentsTestedBy(this.#context, call)].reduce(
          conjoinFacts,
          known,
        )
  }

  /**
   * Returns the facts that hold after the promise returned by a call is fulfilled. They come from the function that
   * created the promise and from earlier `then` callbacks.
   */
  fulfilled(node: number, depth = 0): Facts {
    const { references } = this.#context
    const call = seenThrough(this.#context, node)
    if (this.#context.program.op(call) !== Op.Call || depth > dataflowLimits.maxDerivationDepth) return noFacts
    const callees = references.callees(call)
    if (callees.length > maxCallees) return noFacts
    if (callees.length > 0)
      return callees.map((index) => this.handedBack(call, index, this.outcome(index, 'ended'))).reduce(disjoinFacts)
    const { method, receiver } = namesOfCall(this.#context, call)
    const [callback, onRejected] = argumentsOf(this.#context, call)
    if (method === 'finally') return this.fulfilled(receiver, depth + 1)
    if (method !== 'then' || callback === undefined || onRejected !== undefined) return noFacts
    const [only, another] = references.functions(callback)
    const checked = only === undefined || another !== undefined ? noFacts : this.outcome(only, 'ended')
    return conjoinFacts(this.fulfilled(receiver, depth + 1), checked)
  }

  /** Returns the facts that hold after `await promise.then(check)`. */
  #fulfilledBefore(call: number): Facts {
    return namesOfCall(this.#context, call).method === 'then' && this.#isAwaited(call) ? this.fulfilled(call) : noFacts
  }

  #testedByUnknown(call: number, outcome: Outcome): Facts {
    return outcome === 'ended'
      ? testedByEnding(this.#context, call)
      : testedByCondition(this.#context, call, outcome.fields)
  }

  /** Number of calls and functions that were not analyzed because they exceeded the limit on candidates or depth. */
  get exceedingCount(): number {
    return this.#exceeding.size
  }

  readonly #exceeding = new Set<number>()

  /** Returns the facts about parameters and captured values inside a function that had this outcome. */
  outcome(functionIndex: number, outcome: Outcome): Facts {
    const question = questionOf(functionIndex, outcome)
    const known = this.#known.get(question)
    if (known) return known
    if (this.#open.size >= dataflowLimits.maxValidatorDepth || this.#open.has(question) || !this.#proofs.step()) {
      if (!this.#open.has(question)) this.#exceeding.add(-functionIndex)
      this.#proofs.cut()
      return noFacts
    }
    this.#open.add(question)
    const found = this.#proofs.answer(this.#known, question, () => this.#endings(functionIndex, outcome))
    this.#open.delete(question)
    return found
  }

  #endings(functionIndex: number, outcome: Outcome): Facts {
    const { program } = this.#context
    const ending = program.functions[functionIndex]
    if (!ending || (ending.flags & FunctionFlag.generator) !== 0) return noFacts
    const surroundings = this.#surroundings()
    let all = contradiction
    let [firstUnset, lastEnd] = [Infinity, -1]
    const note = (position: number, known: Facts) => {
      lastEnd = Math.max(lastEnd, position)
      if (known.setting?.state === 'unset' && known.of.size === 0) firstUnset = Math.min(firstUnset, position)
      all = disjoinFacts(all, known)
    }
    if (ending.returns.length > dataflowLimits.maxOperands) return noFacts
    const endings = endingCalls(this.#context, functionIndex)
    for (const returned of ending.returns) {
      const value = program.operand(returned, 0)
      if (program.isDead(returned) || isRejection(this.#context, value)) continue
      if (isUnreachable(this.#context, { region: program.regionAt(returned), position: returned }, endings)) continue
      const result =
        outcome === 'ended'
          ? noFacts
          : value < 0
            ? nothingReturned(outcome)
            : this.#proofs.impliedFacts(value, outcome.fields, outcome.isTruthy)
      if (result.isImpossible) continue
      const here = surroundings.at({ region: program.regionAt(returned), position: returned })
      const before = outcome === 'ended' && isChained(this.#context, value) ? this.fulfilled(value) : noFacts
      note(returned, conjoinFacts(conjoinFacts(here, before), result))
    }
    const last = { region: ending.end, position: program.nodeCount }
    if (ending.end >= 0 && !isUnreachable(this.#context, last, endings)) {
      const result = outcome === 'ended' ? noFacts : nothingReturned(outcome)
      if (!result.isImpossible) note(program.nodeCount, conjoinFacts(surroundings.at(last), result))
    }
    // If a setting is missing, the function ends before the tests that it otherwise runs. Tests in loops and in called
    // functions are then skipped as well.
    if (firstUnset < lastEnd) this.#passedOver.add(questionOf(functionIndex, outcome))
    return all
  }

  #isAwaited(call: number): boolean {
    const { program } = this.#context
    return program.users(call).some((user) => program.op(user) === Op.Await)
  }

  /**
   * Reports whether a call's result may be awaited. Otherwise, it may be used as a condition, and a promise is always
   * truthy.
   */
  #mayBeAwaited(node: number, depth: number): boolean {
    const { program } = this.#context
    return (
      depth <= dataflowLimits.maxDerivationDepth &&
      program.users(node).some((user) => {
        const op = program.op(user)
        if (op === Op.Phi || op === Op.Logical) return this.#mayBeAwaited(user, depth + 1)
        return op !== Op.Unary && op !== Op.Binary && op !== Op.Load
      })
    )
  }

  /** Converts facts about a function's parameters to facts about the arguments of a call. */
  handedBack(call: number, functionIndex: number, known: Facts): Facts {
    const { program, values } = this.#context
    let back: Facts = { of: new Map(), isImpossible: false, ...(known.setting && { setting: known.setting }) }
    for (const [value, shown] of known.of) {
      const { of, keys } = ownerOf(values, value)
      const node = values.nodeOf(of)
      if (program.functionOf(node) !== functionIndex) {
        back = conjoinFacts(back, { of: new Map([[value, shown]]), isImpossible: false })
        continue
      }
      const given = this.#given(call, functionIndex, node)
      if (given < 0) continue
      const field = keys.reduce((object, key) => values.attribute(object, key), values.of(given))
      back = conjoinFacts(back, this.#shownOf(call, field, this.#resolved(call, functionIndex, shown)))
    }
    return back
  }

  /** Adds the facts that follow from a callback: the call passes it, and the function applied it to the value. */
  #resolved(call: number, functionIndex: number, shown: ValueFacts): ValueFacts {
    const { applied, ...own } = shown
    if (!applied) return shown
    const given = this.#given(call, functionIndex, applied.parameter)
    return conjoinValueFacts(own, factsOfApplied(this.#context, this, { applied, given }))
  }

  /** Converts the facts of a check inside a function. Its call becomes the location of the check. */
  #shownOf(call: number, given: number, shown: ValueFacts): Facts {
    const here = normalizedByCaller(this.#context, given, shown)
    const isTest = testedKinds(here) !== 0 || (here.shown & FactBits.compared) !== 0
    return factsAboutValue(this.#context.values, given, isTest ? { ...here, testedAt: call } : here)
  }

  /** Returns the argument that a call passes for a parameter, or its receiver. Returns -1 for other nodes. */
  #given(call: number, functionIndex: number, node: number): number {
    const { program, references } = this.#context
    if (program.op(node) === Op.Self) return references.receiverFor(call, functionIndex)
    if (program.op(node) !== Op.Parameter) return -1
    return references.argumentFor(call, functionIndex, program.operand(node, 0)) ?? -1
  }

  #asserted(call: number): Facts {
    const ended = factsFromEnding(this.#context, call)
    if (ended) return this.#proofs.about(ended.of, ended.shown)
    const [first] = argumentsOf(this.#context, call)
    if (first === undefined) return noFacts
    return namesOfCall(this.#context, call).externals.some((name) => assertions.has(name))
      ? this.#proofs.impliedFacts(first, [], true)
      : noFacts
  }
}

const questionOf = (functionIndex: number, outcome: Outcome) =>
  `${functionIndex} ${outcome === 'ended' ? '' : `${outcome.isTruthy} ${outcome.fields.join(' ')}`}`

function nothingReturned({ fields, isTruthy }: Exclude<Outcome, 'ended'>): Facts {
  return isTruthy || fields.length > 0 ? contradiction : noFacts
}
