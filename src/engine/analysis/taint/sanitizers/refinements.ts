import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import type { Entry } from '../sources/entry.ts'
import type { Refinement, Shape } from '../../schemas/shape.ts'
import { aboutValue } from './about-values.ts'
import { argumentsOf, namesOfCall } from './call-names.ts'
import { narrowingOf } from './checked-by-schema.ts'
import { shownByEarlier } from './earlier-handlers.ts'
import { both, either, type Evidence, nothingShown } from './value-facts.ts'
import { bothKnown, eitherKnown, impossible, type Knowledge, nothingKnown } from './facts.ts'
import type { GuardContext } from './origins-of.ts'
import type { Proofs } from './condition-facts.ts'
import { Remembered } from './remembered.ts'
import type { Location, Surroundings } from './dominating-conditions.ts'
import type { Validators } from './validators.ts'

/** Objects in objects are told apart so deep. */
const deepest = 3

export interface RefinementsContext {
  readonly context: GuardContext
  readonly proofs: Proofs
  readonly validators: Validators
  readonly surroundings: Surroundings
}

/**
 * What functions that schemas call with a value show of it: `z.string().refine((path) => !path.includes('..'))`,
 * `superRefine`, pydantic's `field_validator`; of what callers send, and of what `Schema.parse(x)` gives.
 */
export class Refinements {
  readonly #parts: RefinementsContext
  readonly #found = new Remembered<Knowledge>()
  readonly #results = new Remembered<Evidence>()

  constructor(parts: RefinementsContext) {
    this.#parts = parts
  }

  /** Of entries, by what their schemas ask. */
  ofEntries(entries: readonly Pick<Entry, 'node' | 'shape'>[]): Knowledge {
    const { values } = this.#parts.context
    let all = nothingKnown
    // Values of fields are made for those alone that a function is called with.
    const look = (value: () => number, { fields, refinements = [] }: Shape, depth: number) => {
      for (const refinement of refinements) {
        all = bothKnown(all, this.#said(refinement, value(), []))
        for (const key of fields?.keys() ?? []) all = bothKnown(all, this.#said(refinement, value(), [key]))
      }
      if (depth < deepest)
        for (const [key, field] of fields ?? []) look(() => values.attribute(value(), key), field, depth + 1)
    }
    for (const { node, shape } of entries) {
      look(() => values.of(node), shape, 0)
      this.#parts.proofs.begin()
      all = bothKnown(all, shownByEarlier(this.#parts.context, this.#parts.surroundings, node))
    }
    return all
  }

  /** Of a value that a schema gave: the result of `parse`, or an attribute of that. */
  ofResult(value: number): Evidence {
    return this.#results.answer(this, value, () => this.#ofResult(value))
  }

  #ofResult(value: number): Evidence {
    const { context } = this.#parts
    const { of, keys } = context.values.ownerOf(value)
    let shape: Shape | undefined = narrowingOf(context, context.values.nodeOf(of))?.shape
    let shown = nothingShown
    for (let index = 0; shape; index += 1) {
      for (const refinement of shape.refinements ?? [])
        shown = both(shown, this.#evidence(refinement, keys.slice(index)))
      const key: string | undefined = keys[index]
      shape = key === undefined ? undefined : shape.fields?.get(key)
    }
    return shown
  }

  #said(refinement: Refinement, value: number, keys: readonly string[]): Knowledge {
    const { values } = this.#parts.context
    const shown = this.#evidence(refinement, keys)
    return shown === nothingShown
      ? nothingKnown
      : aboutValue(
          values,
          keys.reduce((of, key) => values.attribute(of, key), value),
          shown,
        )
  }

  /** What is shown of the value that a function was called with, or of an attribute of it. */
  #evidence(refinement: Refinement, keys: readonly string[]): Evidence {
    const {
      context: { program, references, values },
    } = this.#parts
    // Any of several functions may be the one that is called.
    const [first = nothingShown, ...others] = references.functions(refinement.function).map((index) => {
      const parameter = program.parameter(index, refinement.parameter)
      if (parameter < 0) return nothingShown
      const question = `${index} ${parameter} ${refinement.passes}`
      const { of } = this.#found.answer(this, question, () => this.#passed(index, parameter, refinement.passes))
      return of.get(keys.reduce((object, key) => values.attribute(object, key), values.of(parameter))) ?? nothingShown
    })
    return others.reduce(either, first)
  }

  #passed(index: number, parameter: number, passes: Refinement['passes']): Knowledge {
    this.#parts.proofs.begin()
    if (passes === 'true') return this.#parts.validators.outcome(index, { fields: [], isTruthy: true })
    return passes === 'ends' ? this.#returned(index, parameter) : this.#untold(index)
  }

  /** What holds at every end of a function, said of its parameter: what it returns takes its place. */
  #returned(index: number, parameter: number): Knowledge {
    const {
      context: { program, values },
      surroundings,
    } = this.#parts
    let all = impossible
    const returns = program.functions[index]?.returns ?? []
    if (returns.length > dataflowLimits.maxOperands) return nothingKnown
    for (const returned of returns) {
      const value = program.operand(returned, 0)
      if (program.isDead(returned) || program.op(value) === Op.Literal) continue
      const shown =
        surroundings.at({ region: program.regionAt(returned), position: returned }).of.get(values.of(value)) ??
        nothingShown
      all = eitherKnown(all, { of: new Map([[values.of(parameter), shown]]), isImpossible: false })
    }
    return all
  }

  /** What holds where a function ended that did not complain: none of the conditions held under which it does. */
  #untold(index: number): Knowledge {
    const {
      context: {
        program,
        index: { calls },
      },
      surroundings,
    } = this.#parts
    const issues = calls(index).filter((call) => this.#isIssue(call, index))
    const found = program.functions[index]
    if (!found) return nothingKnown
    const ends: Location[] = found.returns
      .filter((returned) => !program.isDead(returned))
      .map((returned) => ({ region: program.regionAt(returned), position: returned }))
    if (found.end >= 0) ends.push({ region: found.end, position: program.nodeCount })
    if (ends.length > dataflowLimits.maxOperands) return nothingKnown
    let all = impossible
    for (const end of ends) {
      const told = issues.filter((call) => call < end.position)
      if (told.some((call) => program.isWithin(end.region, program.regionAt(call)))) continue
      all = eitherKnown(
        all,
        told.map((call) => this.#notIn(program.regionAt(call), end.region)).reduce(bothKnown, surroundings.at(end)),
      )
    }
    return all
  }

  /** `context.addIssue(…)`, `context.issues.push(…)` */
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

  /** What follows when a region was not run, where the one around it was. */
  #notIn(region: number, end: number): Knowledge {
    const {
      context: { program },
      proofs,
    } = this.#parts
    const condition = program.conditionOf(region)
    if (!program.isWithin(end, program.regionAround(region))) return nothingKnown
    return proofs.prove(condition, [], program.regionKinds[region] === RegionKind.unless)
  }
}
