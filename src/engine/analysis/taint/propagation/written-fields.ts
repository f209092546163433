import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import { ValueUses } from './value-uses.ts'

/** Path of keys from a value to a field; `undefined` is an unknown key. */
type Way = readonly (string | undefined)[]

/** A value and the path from it to a field. */
interface Place {
  readonly value: number
  readonly way: Way
}

/** Maximum number of places searched per field. If there are more, the field is treated as written. */
const maxPlaces = 400
const maxWayLength = 8

/**
 * Flow-insensitive mutation analysis: reports whether a field may be written after construction, through any alias,
 * container, or callee. Conservative.
 */
export class WrittenFields {
  readonly #program: Program
  readonly #references: FoundReferences
  readonly #uses: ValueUses
  readonly #known = new Map<string, boolean>()

  constructor({ program, references }: { readonly program: Program; readonly references: FoundReferences }) {
    this.#program = program
    this.#references = references
    this.#uses = new ValueUses({ program, references })
  }

  /** Reports whether the field at a path, or an object on that path, may be written. */
  isWritten(object: number, keys: readonly string[]): boolean {
    const question = questionOf({ value: object, way: keys })
    const known = this.#known.get(question)
    if (known !== undefined) return known
    const found = this.#find({ value: object, way: keys })
    this.#known.set(question, found)
    return found
  }

  #find(asked: Place): boolean {
    const outer = [asked]
    const seen = new Set([questionOf(asked)])
    for (const place of outer) {
      if (this.#isWrittenBelow(place, seen)) return true
      for (const around of this.#outside(place)) {
        if (around === 'unknown' || outer.length > maxPlaces) return true
        if (!outer.some((one) => questionOf(one) === questionOf(around))) outer.push(around)
      }
    }
    return false
  }

  /** Returns the values that contain or alias the value of a place, each with the path to the field. */
  #outside({ value, way }: Place): readonly (Place | 'unknown')[] {
    const program = this.#program
    const taken = (key: string | undefined): readonly (Place | 'unknown')[] =>
      way.length < maxWayLength ? [{ value: program.operand(value, 0), way: [key, ...way] }] : ['unknown']
    switch (program.op(value)) {
      case Op.Load:
        return taken(program.text(value, 1))
      case Op.LoadDynamic:
      case Op.Element:
        return taken(undefined)
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        return [{ value: program.operand(value, 0), way }]
      case Op.Logical:
        return [1, 2].map((index) => ({ value: program.operand(value, index), way }))
      case Op.Phi:
        return Array.from({ length: Math.ceil(program.operandCount(value) / 2) }, (_none, index) => ({
          value: program.operand(value, index * 2),
          way,
        }))
      case Op.Cell:
        // A reassigned variable may refer to a different object when the field is written.
        return program.operandCount(value) === 1 ? [{ value: program.operand(value, 0), way }] : ['unknown']
      case Op.Call:
        // An unknown call with one argument may return its argument or a copy of it.
        return program.operandCount(value) === 2 && this.#references.callees(value).length === 0
          ? [{ value: program.operand(value, 1), way }]
          : []
      case Op.ObjectOf:
        return this.#partsUnder({ value, way })
      default:
        return []
    }
  }

  #partsUnder({ value, way: [key, ...rest] }: Place): readonly Place[] {
    const program = this.#program
    if (rest.length === 0) return []
    return Array.from({ length: program.operandCount(value) }, (_none, index) => program.operand(value, index))
      .filter((entry) => program.op(entry) === Op.Property && program.text(entry, 0) === key)
      .map((entry) => ({ value: program.operand(entry, 1), way: rest }))
  }

  #isWrittenBelow(from: Place, seen: Set<string>): boolean {
    const waiting = [from]
    const add = (value: number, way: Way) => {
      const place = { value, way }
      const question = questionOf(place)
      if (way.length > maxWayLength || seen.has(question)) return
      seen.add(question)
      waiting.push(place)
    }
    for (const { value, way } of waiting) {
      if (seen.size > maxPlaces) return true
      const uses = this.#uses.of(value)
      const [key, ...rest] = way
      const isAny = way.length === 0 || key === undefined
      if (uses.isWritten || (uses.isKept && way.length > 0) || (isAny ? uses.written.size > 0 : uses.written.has(key)))
        return true
      for (const alias of uses.aliases) add(alias, way)
      for (const parameter of uses.parameters) add(parameter, way)
      if (way.length > 1) for (const copy of uses.copies) add(copy, way)
      for (const holder of uses.holders) add(holder.object, [holder.key, ...way])
      for (const load of uses.dynamicLoads) add(load, rest)
      if (isAny) for (const loads of uses.loads.values()) for (const load of loads) add(load, rest)
      else for (const load of uses.loads.get(key) ?? []) add(load, rest)
    }
    return false
  }
}

const questionOf = ({ value, way }: Place) => `${value} ${way.map((key) => key ?? '\0').join('\0\0')}`
