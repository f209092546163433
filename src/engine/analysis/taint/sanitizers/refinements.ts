import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import type { TaintSource } from '../sources/taint-source.ts'
import type { Refinement, Shape } from '../../schemas/shape.ts'
import { factsAboutValue } from './element-facts.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { isOwn } from './caller-influence.ts'
import { modelShape } from '../../schemas/narrowed-by.ts'
import { narrowingOf } from './checked-by-schema.ts'
import { factsFromEarlierHandlers } from './earlier-handlers.ts'
import { conjoinValueFacts, disjoinValueFacts, type ValueFacts, noValueFacts, valueFacts } from './value-facts.ts'
import { conjoinFacts, disjoinFacts, contradiction, type Facts, noFacts } from './facts.ts'
import { ownerOf } from './derived-values.ts'
import type { GuardContext } from './guard-context.ts'
import type { ConditionFacts } from './condition-facts.ts'
import { Memo } from './memo.ts'
import type { ProgramPoint } from './program-point.ts'
import type { DominatingConditions } from './dominating-conditions.ts'
import { judgeTransfer } from './transfers/judge-transfer.ts'
import type { Validators } from './validators.ts'

/** Maximum nesting depth of objects. */
const deepest = 3

export interface RefinementsContext {
  readonly context: GuardContext
  readonly proofs: ConditionFacts
  readonly validators: Validators
  readonly surroundings: DominatingConditions
}

/**
 * Facts from functions that a schema calls to check a value: `z.string().refine((path) => !path.includes('..'))`,
 * `superRefine`, and pydantic's `field_validator`. They apply to sources and to results of `Schema.parse(x)`.
 */
export class Refinements {
  readonly #parts: RefinementsContext
  readonly #found = new Memo<Facts>()
  readonly #results = new Memo<ValueFacts>()

  constructor(parts: RefinementsContext) {
    this.#parts = parts
  }

  /** Returns the facts about sources that follow from their schemas. */
  ofEntries(entries: readonly Pick<TaintSource, 'node' | 'shape'>[]): Facts {
    const { values } = this.#parts.context
    let all = noFacts
    // Values are created only for fields that have a refinement.
    const look = (value: () => number, { fields, refinements = [] }: Shape, depth: number) => {
      for (const refinement of refinements) {
        all = conjoinFacts(all, this.#said(refinement, value(), []))
        for (const key of fields?.keys() ?? []) all = conjoinFacts(all, this.#said(refinement, value(), [key]))
      }
      if (depth < deepest)
        for (const [key, field] of fields ?? []) look(() => values.attribute(value(), key), field, depth + 1)
    }
    for (const { node, shape } of entries) {
      look(() => values.of(node), shape, 0)
      this.#parts.proofs.begin()
      all = conjoinFacts(all, factsFromEarlierHandlers(this.#parts.context, this.#parts.surroundings, node))
    }
    return all
  }

  /** Returns the facts about the result of a `parse` call, or about an attribute of that result. */
  ofResult(value: number): ValueFacts {
    return this.#results.answer(this, value, () => this.#ofResult(value))
  }

  #ofResult(value: number): ValueFacts {
    const { context } = this.#parts
    const { of, keys } = ownerOf(context.values, value)
    const made = context.values.nodeOf(of)
    let shape = narrowingOf(context, made)?.shape ?? (keys.length > 0 ? this.#modelOf(made) : undefined)
    let shown = noValueFacts
    for (let index = 0; shape; index += 1) {
      for (const refinement of shape.refinements ?? [])
        shown = conjoinValueFacts(shown, this.#evidence(refinement, keys.slice(index)))
      const key: string | undefined = keys[index]
      shape = key === undefined ? undefined : shape.fields?.get(key)
    }
    return shown
  }

  /**
   * Returns the shape of an instance that pydantic validates. Cached, because many values are fields of one instance.
   */
  #modelOf(made: number): Shape | undefined {
    return this.#models.answer(this, made, () => ({ shape: modelShape(this.#parts.context, made) })).shape
  }

  readonly #models = new Memo<{ readonly shape: Shape | undefined }>()

  #said(refinement: Refinement, value: number, keys: readonly string[]): Facts {
    const { values } = this.#parts.context
    const shown = this.#evidence(refinement, keys)
    return shown === noValueFacts
      ? noFacts
      : factsAboutValue(
          values,
          keys.reduce((of, key) => values.attribute(of, key), value),
          shown,
        )
  }

  /** Returns the facts that a refinement function establishes about its argument, or about an attribute of it. */
  #evidence(refinement: Refinement, keys: readonly string[]): ValueFacts {
    const {
      context: { program, references, values },
    } = this.#parts
    // If there are several functions, any of them may be the one that is called.
    const [first = noValueFacts, ...others] = references.functions(refinement.function).map((index) => {
      const parameter = program.parameter(index, refinement.parameter)
      if (parameter < 0) return noValueFacts
      const question = `${index} ${parameter} ${refinement.passes}`
      const { of } = this.#found.answer(this, question, () => this.#passed(index, parameter, refinement.passes))
      return of.get(keys.reduce((object, key) => values.attribute(object, key), values.of(parameter))) ?? noValueFacts
    })
    return others.reduce(disjoinValueFacts, first)
  }

  #passed(index: number, parameter: number, passes: Refinement['passes']): Facts {
    this.#parts.proofs.begin()
    if (passes === 'true') return this.#parts.validators.outcome(index, { fields: [], isTruthy: true })
    return passes === 'ends' ? this.#returned(index, parameter) : this.#untold(index)
  }

  /** Returns the facts about the parameter of a function whose return value replaces it. They hold at every return. */
  #returned(index: number, parameter: number): Facts {
    const {
      context: { program, values },
      surroundings,
    } = this.#parts
    let all = contradiction
    const returns = program.functions[index]?.returns ?? []
    if (returns.length > dataflowLimits.maxOperands) return noFacts
    for (const returned of returns) {
      const value = program.operand(returned, 0)
      if (program.isDead(returned) || program.op(value) === Op.Literal || isNever(program, value)) continue
      const { of } = surroundings.at({ region: program.regionAt(returned), position: returned })
      const given = givenBack(this.#parts.context, value)
      const known = [value, ...(given < 0 ? [] : [given])]
        .map((one) => of.get(values.of(one)) ?? noValueFacts)
        .reduce((all, one) => conjoinValueFacts(all, one))
      const shown = conjoinValueFacts(known, madeHarmless(this.#parts.context, value))
      all = disjoinFacts(all, { of: new Map([[values.of(parameter), shown]]), isImpossible: false })
    }
    return all
  }

  /**
   * Returns the facts at the end of a function that reported no issue, so none of the conditions for an issue was true.
   */
  #untold(index: number): Facts {
    const {
      context: {
        program,
        index: { calls },
      },
      surroundings,
    } = this.#parts
    const issues = calls(index).filter((call) => this.#isIssue(call, index))
    const found = program.functions[index]
    if (!found) return noFacts
    const ends: ProgramPoint[] = found.returns
      .filter((returned) => !program.isDead(returned))
      .map((returned) => ({ region: program.regionAt(returned), position: returned }))
    if (found.end >= 0) ends.push({ region: found.end, position: program.nodeCount })
    if (ends.length > dataflowLimits.maxOperands) return noFacts
    let all = contradiction
    for (const end of ends) {
      const told = issues.filter((call) => call < end.position)
      if (told.some((call) => program.isWithin(end.region, program.regionAt(call)))) continue
      all = disjoinFacts(
        all,
        told.map((call) => this.#notIn(program.regionAt(call), end.region)).reduce(conjoinFacts, surroundings.at(end)),
      )
    }
    return all
  }

  /** True for a call that reports an issue: `context.addIssue(…)` and `context.issues.push(…)`. */
  #isIssue(call: number, index: number): boolean {
    const { context } = this.#parts
    const { method, receiver } = namesOfCall(context, call)
    if (
      method !== 'addIssue' &&
      !(method === 'push' && context.program.op(receiver) === Op.Load && context.program.text(receiver, 1) === 'issues')
    )
      return false
    return argumentsOf(context, call).length > 0 && context.program.functionOf(call) === index
  }

  /** Returns the facts that follow if a region did not run although its enclosing region did. */
  #notIn(region: number, end: number): Facts {
    const {
      context: { program },
      proofs,
    } = this.#parts
    const condition = program.conditionOf(region)
    if (!program.isWithin(end, program.regionAround(region))) return noFacts
    return proofs.impliedFacts(condition, [], program.regionKinds[region] === RegionKind.unless)
  }
}

/** True for `z.NEVER`. A function returns it after reporting an issue. */
const isNever = (program: GuardContext['program'], value: number): boolean =>
  program.op(value) === Op.Load && program.text(value, 1) === 'NEVER'

/** Returns the argument that all callees return unchanged, as in `check(name)`. Returns -1 for other calls. */
function givenBack({ program, references }: GuardContext, call: number): number {
  if (program.op(call) !== Op.Call) return -1
  const callees = references.callees(call)
  const given = callees.map((index) => {
    const [first, ...others] = (program.functions[index]?.returns ?? [])
      .filter((returned) => !program.isDead(returned))
      .map((returned) => program.operand(returned, 0))
    if (first === undefined || program.op(first) !== Op.Parameter || others.some((one) => one !== first)) return -1
    return references.argumentFor(call, index, program.operand(first, 0)) ?? -1
  })
  return given.length > 0 && given.every((one) => one === given[0]) ? (given[0] ?? -1) : -1
}

/** Returns the facts that hold for the result of a sanitizer: `path.basename(name)`. */
function madeHarmless(context: GuardContext, value: number): ValueFacts {
  const { program } = context
  if (program.op(value) !== Op.Call || context.references.callees(value).length > 0) return noValueFacts
  const { method, receiver } = namesOfCall(context, value)
  const made = [...argumentsOf(context, value), ...(method === undefined ? [] : [receiver])].filter(
    (part) => program.op(part) !== Op.Literal && !isOwn(context, part),
  )
  const cleared = made.map((part) => judgeTransfer(context, value, part).cleared)
  return cleared.length === 0 ? noValueFacts : valueFacts({ cleared: cleared.reduce((all, one) => all & one) })
}
