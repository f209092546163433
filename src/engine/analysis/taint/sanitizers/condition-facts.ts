import { dataflowLimits } from '../../dataflow-limits.ts'
import { allKinds } from '../../taint-kind.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import { factsAboutElements, factsAboutValue, withoutElements } from './element-facts.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import type { CallCheck, Checker } from './checker.ts'
import { compareComputed } from './checks/computed-addresses.ts'
import { compare, isFoundAt } from './checks/equality.ts'
import { checkIteration } from './checks/iteration.ts'
import { checkByLibrary } from './checks/library-tests.ts'
import { checkMembership, isKeyOf, isMember } from './checks/membership.ts'
import { checkPattern } from './checks/pattern-test.ts'
import { checkTextEdges } from './checks/text-prefix.ts'
import { type ValueFacts, valueFacts } from './value-facts.ts'
import { conjoinFacts, disjoinFacts, contradiction, type Facts, noFacts } from './facts.ts'
import { isTruthyLiteral } from './literals.ts'
import { addressAttributes } from '../../models/sanitizers/networks.ts'
import type { GuardContext } from './guard-context.ts'
import { isOwn } from './caller-influence.ts'
import { seenThrough } from './seen-through.ts'
import { isEnvironmentRead, settingOf } from './settings.ts'
import type { OutcomeFacts } from './outcome.ts'
import type { PlaceFacts } from './program-point.ts'

/** Most functions that one value may be, of which each has to say the same. */
const maxFunctions = 4
const appending: ReadonlySet<string> = new Set(['push', 'append', 'add', 'unshift'])

const callChecks: readonly CallCheck[] = [checkTextEdges, checkPattern, checkByLibrary, checkIteration, checkMembership]

/**
 * Says what follows from conditions: takes them apart down to single tests, through variables, results and functions of
 * the project.
 */
export class ConditionFacts implements Checker {
  readonly context: GuardContext
  readonly #around: () => { readonly surroundings: PlaceFacts; readonly validators: OutcomeFacts }
  readonly #known = new Map<string, Facts>()
  readonly #open = new Set<string>()
  /** The test that is looked at. */
  #test = -1
  #steps = 0
  #cuts = 0
  /** Questions that are being answered, each because of the one before. */
  #answering = 0

  constructor(
    context: GuardContext,
    around: () => { readonly surroundings: PlaceFacts; readonly validators: OutcomeFacts },
  ) {
    this.context = context
    this.#around = around
  }

  /** Says that an answer was cut short, by a loop or a bound: it is not remembered. */
  cut(): void {
    this.#cuts += 1
  }

  /** Begins a judgement: what it may cost is counted from here. */
  begin(): void {
    this.#steps = 0
  }

  /** Counts a step; false when the judgement has used up its own. */
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

  /** As `aboutEach`, of a value by its number. */
  aboutEachValue(collection: number, known: Facts): Facts {
    return factsAboutElements(this.context.values, collection, known)
  }

  impliedFacts(node: number, fields: readonly string[], isTruthy: boolean): Facts {
    const at = seenThrough(this.context, node)
    const question = `${at} ${isTruthy} ${fields.join(' ')}`
    const known = this.#known.get(question)
    if (known) return known
    // A value that depends on itself, by a loop, is one of its other ways.
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

  /** Finds an answer and remembers it, unless it was cut short because of a question around it. */
  answer<Question>(known: Map<Question, Facts>, question: Question, find: () => Facts): Facts {
    const cuts = this.#cuts
    this.#answering += 1
    const found = find()
    this.#answering -= 1
    if (this.#cuts === cuts || this.#answering === 0) known.set(question, found)
    return found
  }

  impliedByResult(functionNode: number, isTruthy: boolean): Facts {
    const { references, program } = this.context
    const at = seenThrough(this.context, functionNode)
    const functions = program.op(at) === Op.Closure ? [program.operand(at, 0)] : references.functions(at)
    if (functions.length === 0 || functions.length > maxFunctions) return noFacts
    const { validators } = this.#around()
    return functions.map((index) => validators.outcome(index, { fields: [], isTruthy })).reduce(disjoinFacts)
  }

  impliedBySome(collection: number, functionNode: number): Facts {
    const { values } = this.context
    return withoutElements(values, values.of(collection), this.impliedByResult(functionNode, true))
  }

  #truth(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    switch (program.op(at)) {
      case Op.Literal:
        return isTruthy === isTruthyLiteral(program.operand(at, 0), program.text(at, 1)) ? noFacts : contradiction
      case Op.ObjectOf:
      case Op.ArrayOf:
        return this.#collection(at, isTruthy)
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
        return this.#logical(at, [], isTruthy)
      case Op.Phi:
        return isTruthy ? this.#ways(at, [], true) : conjoinFacts(this.#ways(at, [], false), this.#plain(at, false))
      case Op.Binary:
        return this.#binary(at, isTruthy)
      case Op.Call:
        return this.#call(at, isTruthy)
      case Op.Load:
        return this.#attribute(at, isTruthy)
      case Op.LoadDynamic:
        return conjoinFacts(
          isKeyOf(this, { node: at, container: program.operand(at, 0), item: program.operand(at, 1), isTruthy }),
          this.#plain(at, isTruthy),
        )
      default:
        return this.#plain(at, isTruthy)
    }
  }

  /** A list or an object as it is written: in some languages, an empty one is falsy. */
  #collection(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    if (isTruthy) return noFacts
    if (!program.fileOf(at).semantics.values.emptyContainersAreFalsy) return contradiction
    // A comprehension is a phi of one way, and may have gone through nothing.
    if (program.users(at).some((user) => program.op(user) === Op.Phi && program.operandCount(user) === 2))
      return noFacts
    const parts = Array.from({ length: program.operandCount(at) }, (_, index) => program.op(program.operand(at, index)))
    return parts.every((op) => op === Op.Spread || op === Op.Yield) ? this.#neverPushed(at) : contradiction
  }

  #logical(at: number, fields: readonly string[], isTruthy: boolean): Facts {
    const { program } = this.context
    const operator = program.text(at, 0)
    const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
    if (operator === 'nullish' || (operator === 'or' && fields.length > 0)) {
      return disjoinFacts(this.impliedFacts(left, fields, isTruthy), this.impliedFacts(right, fields, isTruthy))
    }
    // The result is the left side where that decides: `or` by being truthy, `and` by being falsy. A falsy value has no
    // truthy fields.
    const decides = operator === 'or'
    const byLeft = isTruthy === decides ? this.impliedFacts(left, [], decides) : contradiction
    return disjoinFacts(
      byLeft,
      conjoinFacts(this.impliedFacts(left, [], !decides), this.impliedFacts(right, fields, isTruthy)),
    )
  }

  /** One of the ways by which a variable got its value. */
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
        return this.#property(at, key, { rest, isTruthy })
      case Op.Phi:
        return this.#ways(at, fields, isTruthy)
      case Op.Logical:
        return this.#logical(at, fields, isTruthy)
      case Op.Load:
        return fields.length > 4
          ? noFacts
          : this.impliedFacts(program.operand(at, 0), [program.text(at, 1), ...fields], isTruthy)
      case Op.Call: {
        const { method, receiver } = namesOfCall(this.context, at)
        if (method === 'filter' && key === 'length') {
          const tested = program.operand(at, 1)
          return isTruthy
            ? this.impliedBySome(receiver, tested)
            : this.aboutEach(receiver, this.impliedByResult(tested, false))
        }
        return this.#around().validators.called(at, { fields, isTruthy })
      }
      case Op.ArrayOf:
        return key === 'length' && !isTruthy && program.operandCount(at) === 0 ? this.#neverPushed(at) : noFacts
      case Op.Literal:
        return isTruthy ? contradiction : noFacts
      default:
        return noFacts
    }
  }

  /** A list of complaints that stayed empty: none of the conditions held under which one is appended. */
  #neverPushed(list: number): Facts {
    const { program } = this.context
    let all = noFacts
    for (const load of program.users(list)) {
      if (program.op(load) !== Op.Load || !appending.has(program.text(load, 1))) continue
      const region = program.regionAt(load)
      const condition = program.conditionOf(region)
      // Conditions around that one may be why nothing was appended.
      if (condition < 0 || !program.isWithin(program.regionAt(list), program.regionAround(region))) continue
      all = conjoinFacts(all, this.impliedFacts(condition, [], program.regionKinds[region] === RegionKind.unless))
    }
    return all
  }

  #property(
    object: number,
    key: string,
    { rest, isTruthy }: { readonly rest: readonly string[]; readonly isTruthy: boolean },
  ): Facts {
    const { program } = this.context
    const count = program.operandCount(object)
    if (count > dataflowLimits.maxOperands) return noFacts
    for (let index = count - 1; index >= 0; index -= 1) {
      const entry = program.operand(object, index)
      if (program.op(entry) !== Op.Property) return noFacts
      if (program.text(entry, 0) === key) return this.impliedFacts(program.operand(entry, 1), rest, isTruthy)
    }
    return isTruthy ? contradiction : noFacts
  }

  #binary(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    this.#test = at
    const operator = program.text(at, 0)
    const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
    switch (operator) {
      case '===':
      case '==':
      case 'is':
        return compare(this, { node: at, left, right, isEqual: isTruthy })
      case '!==':
      case '!=':
      case 'is not':
        return compare(this, { node: at, left, right, isEqual: !isTruthy })
      case 'in':
        return isMember(this, { node: at, container: right, item: left, isTruthy })
      case 'not in':
        return isMember(this, { node: at, container: right, item: left, isTruthy: !isTruthy })
      case '>=':
      case '>':
        return this.#isFound(at, isTruthy) ?? this.#count(at, isTruthy)
      case '<':
        return this.#isFound(at, !isTruthy) ?? this.#count(at, !isTruthy)
      default:
        return compareComputed(this, left, right)
    }
  }

  /** `indexOf(…) >= 0`, `> -1`, `< 0`. Compared with other numbers, it may be found at a place before. */
  #isFound(at: number, isTruthy: boolean): Facts | undefined {
    const { program } = this.context
    const right = program.operand(at, 2)
    const number = program.op(right) === Op.Literal ? program.text(right, 1) : ''
    const isExact = number === (program.text(at, 0) === '>' ? '-1' : '0')
    if (!isTruthy && !isExact) return undefined
    return isFoundAt(this, { node: at, place: seenThrough(this.context, program.operand(at, 1)), isTruthy })
  }

  /** `length > 0`, `length >= 1` and `length < 1`. */
  #count(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
    const least = program.text(at, 0) === '>' ? '0' : '1'
    const isCount = program.op(left) === Op.Load && program.op(right) === Op.Literal && program.text(right, 1) === least
    return isCount ? this.impliedFacts(left, [], isTruthy) : noFacts
  }

  #call(at: number, isTruthy: boolean): Facts {
    const { program } = this.context
    const { externals } = namesOfCall(this.context, at)
    const [first = -1] = argumentsOf(this.context, at)
    if (externals.some((name) => name === 'Boolean' || name === 'bool')) return this.impliedFacts(first, [], isTruthy)
    if (externals.some((name) => name === 'any' || name === 'all'))
      return this.#anyOrAll(first, externals.includes('any'), isTruthy)
    if (isEnvironmentRead(this.context, at)) return this.#plain(at, isTruthy)
    const called = this.#around().validators.called(at, { fields: [], isTruthy })
    // A method may be another one than those that were found.
    if (this.context.references.callees(at).length > 0 && program.op(program.operand(at, 0)) !== Op.Load) return called
    this.#test = at
    for (const check of callChecks) {
      const found = check(this, at, isTruthy)
      if (found) return conjoinFacts(called, found)
    }
    return conjoinFacts(called, this.#plain(at, isTruthy))
  }

  /** `any(… for …)` and `all(…)`. */
  #anyOrAll(list: number, isAny: boolean, isTruthy: boolean): Facts {
    const { program } = this.context
    const at = seenThrough(this.context, list)
    const count = program.operandCount(at)
    if (program.op(at) !== Op.ArrayOf || count === 0 || count > dataflowLimits.maxOperands) return noFacts
    const items = Array.from({ length: count }, (_, index) => program.operand(at, index))
    const proved = items.map((item) =>
      this.impliedFacts(
        program.op(item) === Op.Spread || program.op(item) === Op.Yield ? program.operand(item, 0) : item,
        [],
        isTruthy,
      ),
    )
    return proved.reduce(isAny === isTruthy ? disjoinFacts : conjoinFacts)
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

  /** A value of which nothing more is known: nothing at all, or a setting, where no caller decides it. */
  #plain(at: number, isTruthy: boolean): Facts {
    // What is empty or not there does no harm.
    if (!isOwn(this.context, at))
      return isTruthy
        ? noFacts
        : { ...noFacts, of: new Map([[this.context.values.of(at), valueFacts({ cleared: allKinds })]]) }
    const setting = settingOf(this.context, at, isTruthy)
    return setting ? { ...noFacts, setting } : noFacts
  }
}
