import { dataflowLimits } from '../../dataflow-limits.ts'
import { allKinds } from '../../taint-kind.ts'
import { Op } from '../../ir/operations.ts'
import { factsAboutElements, factsAboutValue, withoutElements } from './element-facts.ts'
import { factsOfElement } from './facts-of-element.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import type { CallCheck, Checker } from './checker.ts'
import { collectionFacts, neverPushed, propertyFacts } from './checks/collection-literals.ts'
import { comparisonFacts } from './checks/comparisons.ts'
import { itemPlace, listedFacts } from './checks/listed-items.ts'
import { checkIteration } from './checks/iteration.ts'
import { checkByLibrary } from './checks/library-tests.ts'
import { anyOrAllFacts, logicalFacts } from './checks/logical-operators.ts'
import { checkMembership, isKeyOf } from './checks/membership.ts'
import { checkNetworkTable } from './checks/network-tables.ts'
import { checkPattern } from './checks/pattern-test.ts'
import { checkTextEdges } from './checks/text-prefix.ts'
import { type ValueFacts, valueFacts } from './value-facts.ts'
import { conjoinFacts, disjoinFacts, contradiction, type Facts, noFacts } from './facts.ts'
import { isTruthyLiteral } from './literals.ts'
import { addressAttributes } from '../../models/sanitizers/networks.ts'
import { isAlwaysTruthy } from './non-empty.ts'
import type { GuardContext } from './guard-context.ts'
import { isOwnOfCallers } from './caller-influence.ts'
import { seenThrough } from './seen-through.ts'
import { isEnvironmentRead, settingOf } from './settings.ts'
import type { OutcomeFacts } from './outcome.ts'
import type { PlaceFacts } from './program-point.ts'

/** Maximum number of functions that a value may refer to. A fact must hold for each of them. */
const maxFunctions = 4
/** Methods that return the same items in another order. */
const reordering: ReadonlySet<string> = new Set(['sort', 'toSorted', 'reverse', 'toReversed'])
const callChecks: readonly CallCheck[] = [
  checkTextEdges,
  checkPattern,
  checkByLibrary,
  checkNetworkTable,
  checkIteration,
  checkMembership,
]

/**
 * Derives facts from conditions. Breaks conditions down into single tests, and follows them through variables, results,
 * and project functions.
 */
export class ConditionFacts implements Checker {
  readonly context: GuardContext
  readonly #around: () => { readonly surroundings: PlaceFacts; readonly validators: OutcomeFacts }
  readonly #known = new Map<string, Facts>()
  readonly #open = new Set<string>()
  /** The test that is being evaluated. */
  #test = -1
  #steps = 0
  #cuts = 0
  /** Number of queries that are currently being answered, including nested ones. */
  #answering = 0

  constructor(
    context: GuardContext,
    around: () => { readonly surroundings: PlaceFacts; readonly validators: OutcomeFacts },
  ) {
    this.context = context
    this.#around = around
  }

  /** Marks the open answers as incomplete because of a loop or a limit, so they are not cached. */
  cut(): void {
    this.#cuts += 1
  }

  /** Starts the evaluation of a use and resets the step count. */
  begin(): void {
    this.#steps = 0
  }

  /** Counts a step. Returns false if this evaluation exceeds its limit. */
  step(): boolean {
    this.#steps += 1
    return this.#steps <= dataflowLimits.maxJudgementSteps
  }

  about(node: number, shown: ValueFacts): Facts {
    return factsAboutValue(
      this.context.values,
      this.context.values.of(node),
      shown.testedAt < 0 ? { ...shown, testedAt: this.#test } : shown,
    )
  }

  aboutEach(collection: number, known: Facts): Facts {
    return this.aboutEachValue(this.context.values.of(collection), known)
  }

  /** Like `aboutEach`, but takes a value number. */
  aboutEachValue(collection: number, known: Facts): Facts {
    return factsAboutElements(this.context.values, collection, known)
  }

  impliedFacts(node: number, fields: readonly string[], isTruthy: boolean): Facts {
    const at = seenThrough(this.context, node)
    const question = `${at} ${isTruthy} ${fields.join(' ')}`
    const known = this.#known.get(question)
    if (known) return known
    // A value that depends on itself through a loop is only as restricted as its other operands.
    if (this.#open.has(question)) {
      this.cut()
      return contradiction
    }
    if (this.#open.size > dataflowLimits.maxConditionDepth || !this.step()) {
      this.cut()
      return noFacts
    }
    this.#open.add(question)
    const find = () => (fields.length === 0 ? this.#truth(at, isTruthy) : this.#field(at, fields, isTruthy))
    const found = this.answer(this.#known, question, find)
    this.#open.delete(question)
    return found
  }

  /** Computes an answer. Caches it unless it is incomplete because an enclosing query is still open. */
  answer<Question>(known: Map<Question, Facts>, question: Question, find: () => Facts): Facts {
    const cuts = this.#cuts
    this.#answering += 1
    const found = find()
    this.#answering -= 1
    if (this.#cuts === cuts || this.#answering === 0) known.set(question, found)
    return found
  }

  impliedByResult(functionNode: number, collection: number, isTruthy: boolean): Facts {
    const { references, program } = this.context
    const at = seenThrough(this.context, functionNode)
    const functions = program.op(at) === Op.Closure ? [program.operand(at, 0)] : references.functions(at)
    if (functions.length === 0 || functions.length > maxFunctions) return noFacts
    const { validators } = this.#around()
    return functions
      .map((index) => {
        const known = validators.outcome(index, { fields: [], isTruthy })
        return conjoinFacts(known, factsOfElement(this.context, index, known, { collection, isTruthy }))
      })
      .reduce(disjoinFacts)
  }

  impliedBySome(collection: number, functionNode: number): Facts {
    const { values } = this.context
    return withoutElements(values, values.of(collection), this.impliedByResult(functionNode, collection, true))
  }

  #truth(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    switch (program.op(at)) {
      case Op.Literal:
        return isTruthy === isTruthyLiteral(program.operand(at, 0), program.text(at, 1)) ? noFacts : contradiction
      case Op.ObjectOf:
      case Op.ArrayOf:
        return collectionFacts(this, at, isTruthy)
      case Op.Closure:
      case Op.Class:
      case Op.New:
        return isTruthy ? noFacts : contradiction
      case Op.Unary: {
        const operator = program.text(at, 0)
        return operator === '!' || operator === 'not'
          ? this.impliedFacts(program.operand(at, 1), [], !isTruthy)
          : noFacts
      }
      case Op.Logical:
        return logicalFacts(this, at, [], isTruthy)
      case Op.Phi:
        return isTruthy ? this.#ways(at, [], true) : conjoinFacts(this.#ways(at, [], false), this.#plain(at, false))
      case Op.Binary:
        this.#test = at
        return comparisonFacts(this, at, isTruthy)
      case Op.Call:
        return this.#call(at, isTruthy)
      case Op.Load:
        return this.#attribute(at, isTruthy)
      case Op.LoadDynamic: {
        const place = itemPlace(program, at)
        if (place !== undefined)
          return conjoinFacts(this.impliedFacts(program.operand(at, 0), [place], isTruthy), this.#plain(at, isTruthy))
        return conjoinFacts(
          isKeyOf(this, { node: at, container: program.operand(at, 0), item: program.operand(at, 1), isTruthy }),
          this.#plain(at, isTruthy),
        )
      }
      default:
        return this.#plain(at, isTruthy)
    }
  }

  /** Returns the facts that hold for every operand of a phi. */
  #ways(phi: number, fields: readonly string[], isTruthy: boolean): Facts {
    const { program } = this.context
    const { surroundings } = this.#around()
    const count = program.operandCount(phi)
    if (count > dataflowLimits.maxOperands) return noFacts
    let all = contradiction
    for (let index = 0; index < count; index += 2) {
      const way = surroundings.conditionsBetween(program.operand(phi, index + 1), program.regionAt(phi))
      all = disjoinFacts(all, conjoinFacts(way, this.impliedFacts(program.operand(phi, index), fields, isTruthy)))
    }
    return all
  }

  #field(at: number, fields: readonly string[], isTruthy: boolean): Facts {
    const { program } = this.context
    const [key = '', ...rest] = fields
    switch (program.op(at)) {
      case Op.ObjectOf:
        return propertyFacts(this, at, key, { rest, isTruthy })
      case Op.Phi:
        return this.#ways(at, fields, isTruthy)
      case Op.Logical:
        return logicalFacts(this, at, fields, isTruthy)
      case Op.Load:
        return fields.length > 4
          ? noFacts
          : this.impliedFacts(program.operand(at, 0), [program.text(at, 1), ...fields], isTruthy)
      case Op.Call: {
        const { method, receiver } = namesOfCall(this.context, at)
        if (method !== undefined && reordering.has(method) && /^(?:length|0)$/.test(key))
          return this.impliedFacts(receiver, fields, isTruthy)
        if (method === 'filter' && key === '0' && isTruthy) return this.impliedBySome(receiver, program.operand(at, 1))
        if (method === 'filter' && key === 'length') {
          const tested = program.operand(at, 1)
          return isTruthy
            ? this.impliedBySome(receiver, tested)
            : this.aboutEach(receiver, this.impliedByResult(tested, receiver, false))
        }
        return this.#around().validators.called(at, { fields, isTruthy })
      }
      case Op.LoadDynamic: {
        const place = itemPlace(program, at)
        return place === undefined || fields.length > 4
          ? noFacts
          : this.impliedFacts(program.operand(at, 0), [place, ...fields], isTruthy)
      }
      case Op.ArrayOf:
        if (/^\d+$/.test(key)) return listedFacts(this, at, { place: Number(key), rest, isTruthy })
        return key === 'length' && !isTruthy && program.operandCount(at) === 0 ? neverPushed(this, at) : noFacts
      case Op.Literal:
        return isTruthy ? contradiction : noFacts
      default:
        return noFacts
    }
  }

  #call(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    const { externals } = namesOfCall(this.context, at)
    const [first = -1] = argumentsOf(this.context, at)
    if (externals.some((name) => name === 'Boolean' || name === 'bool')) return this.impliedFacts(first, [], isTruthy)
    if (externals.some((name) => name === 'any' || name === 'all'))
      return anyOrAllFacts(this, first, externals.includes('any'), isTruthy)
    if (isEnvironmentRead(this.context, at)) return this.#plain(at, isTruthy)
    const called = this.#around().validators.called(at, { fields: [], isTruthy })
    // The points-to analysis may not have found every target of a method call.
    if (this.context.references.callees(at).length > 0 && program.op(program.operand(at, 0)) !== Op.Load) return called
    this.#test = at
    for (const check of callChecks) {
      const found = check(this, at, isTruthy)
      if (found) return conjoinFacts(called, found)
    }
    return conjoinFacts(called, this.#plain(at, isTruthy))
  }

  #attribute(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    const [object, key] = [program.operand(at, 0), program.text(at, 1)]
    const networks = addressAttributes.get(key)
    this.#test = at
    if (networks !== undefined && isTruthy === (key === 'is_global'))
      return this.about(object, valueFacts({ networks }))
    return conjoinFacts(this.impliedFacts(object, [key], isTruthy), this.#plain(at, isTruthy))
  }

  /**
   * Handles values that no specific check covers. If no caller controls the value, returns the setting that it
   * represents. Otherwise, returns that a falsy value is harmless.
   */
  #plain(at: number, isTruthy: boolean): Facts {
    if (!isTruthy && isAlwaysTruthy(this.context, at)) return contradiction
    // A falsy value is empty or missing, so it is harmless.
    if (!isOwnOfCallers(this.context, at))
      return isTruthy
        ? noFacts
        : { ...noFacts, of: new Map([[this.context.values.of(at), valueFacts({ cleared: allKinds })]]) }
    const setting = settingOf(this.context, at, isTruthy)
    return setting ? { ...noFacts, setting } : noFacts
  }
}
