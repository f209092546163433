import { FunctionFlag, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import { assigningFunctions } from '../../points-to/passing-functions.ts'

/** Methods that change what they are called on. */
const changing: ReadonlySet<string> = new Set([
  'add',
  'append',
  'clear',
  'copyWithin',
  'delete',
  'extend',
  'fill',
  'insert',
  'pop',
  'push',
  'reverse',
  'set',
  'setdefault',
  'shift',
  'sort',
  'splice',
  'unshift',
  'update',
])

/** Functions outside of the program that change their first argument, beside those that assign. */
const setting = new RegExp(
  String.raw`^(?:Reflect\.(?:set|defineProperty)|Object\.(?:definePropert(?:y|ies)|setPrototypeOf)|` +
    String.raw`(?:lodash(?:-es)?|underscore)[./](?:assign|defaults|extend|fill|merge|pull|remove|reverse|set|` +
    String.raw`unset|update)[\w.]*|util\._extend|extend|deep-extend|merge-deep|dot-prop\.(?:delete|set)\w*|` +
    String.raw`object-path\.(?:del|push|set)\w*|set-value|setattr|object\.__setattr__|vars)$`,
)

/** Keys from a value to a field; undefined is a key that nobody knows. */
type Way = readonly (string | undefined)[]

/** A value, and the way to a field from there. */
interface Place {
  readonly value: number
  readonly way: Way
}

/** Places at which one field is looked for: where there are more, it counts as written. */
const maxPlaces = 400
const maxWayLength = 8

/** What is done with one value, gone through once: objects have thousands of reads. */
interface Uses {
  /** Keys under which something is put into it. */
  readonly written: ReadonlySet<string>
  /** Something is put into it under any key. */
  readonly isWritten: boolean
  /**
   * It stands where it is not followed to: in a list, in another object's field, with a function by no parameter.
   * Whatever it has may be written there.
   */
  readonly isKept: boolean
  readonly loads: ReadonlyMap<string, readonly number[]>
  readonly dynamicLoads: readonly number[]
  /** Other names of it. */
  readonly aliases: readonly number[]
  /** Literals that have what it has: what stands in its fields is the same there. */
  readonly copies: readonly number[]
  /** Literals that have it, by which key. */
  readonly holders: readonly { readonly object: number; readonly key: string }[]
  /** Parameters that it is handed over as. */
  readonly parameters: readonly number[]
}

/**
 * Tells of fields whether anything else is put into them than what they were made with: by whatever names the object
 * has, as a part of others, in functions that it is handed to, in no order. Where nobody can tell, it is.
 */
export class WrittenFields {
  readonly #program: Program
  readonly #references: FoundReferences
  readonly #uses = new Map<number, Uses>()
  readonly #known = new Map<string, boolean>()

  constructor({ program, references }: { readonly program: Program; readonly references: FoundReferences }) {
    this.#program = program
    this.#references = references
  }

  /** Whether something is put into the field of an object that keys lead to, or into what stands on the way there. */
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

  /** What a value was taken out of, or is another name of. */
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
        // A variable that is assigned to elsewhere is another object by then.
        return program.operandCount(value) === 1 ? [{ value: program.operand(value, 0), way }] : ['unknown']
      case Op.Call:
        // What copies an object, as far as anybody knows.
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
      const uses = this.#usesOf(value)
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

  #usesOf(value: number): Uses {
    const known = this.#uses.get(value)
    if (known) return known
    const found = this.#findUses(value)
    this.#uses.set(value, found)
    return found
  }

  #findUses(value: number): Uses {
    const program = this.#program
    const written = new Set<string>()
    const loads = new Map<string, number[]>()
    const [dynamicLoads, aliases, copies, parameters]: [number[], number[], number[], number[]] = [[], [], [], []]
    const holders: { object: number; key: string }[] = []
    let [isWritten, isKept] = [false, false]
    const note = (handed: 'written' | 'kept' | 'followed') => {
      isWritten ||= handed === 'written'
      isKept ||= handed === 'kept'
    }
    for (const user of new Set(program.users(value))) {
      const isFirst = program.operand(user, 0) === value
      switch (program.op(user)) {
        case Op.Store:
          if (isFirst) written.add(program.text(user, 1))
          isKept ||= program.operand(user, 2) === value
          break
        case Op.StoreDynamic: {
          const key = program.literalText(program.operand(user, 1))
          if (isFirst && key !== undefined) written.add(key)
          else isWritten ||= isFirst
          isKept ||= program.operand(user, 2) === value
          break
        }
        case Op.Load: {
          const key = program.text(user, 1)
          const callees = this.#calleesOf(user)
          parameters.push(...(callees?.flatMap((callee) => this.#receiverOf(callee)) ?? []))
          if (key === '__dict__' || (callees?.length === 0 && changing.has(key))) isWritten = true
          const same = loads.get(key)
          if (same) same.push(user)
          else loads.set(key, [user])
          break
        }
        case Op.LoadDynamic:
        case Op.Element:
          if (isFirst) dynamicLoads.push(user)
          break
        case Op.Capture:
        case Op.Await:
        case Op.Typed:
        case Op.Cell:
        case Op.Logical:
        case Op.Phi:
          aliases.push(user)
          break
        case Op.Return:
          aliases.push(...this.#references.callers(program.functionOf(user)))
          break
        case Op.ArrayOf:
        case Op.Yield:
          isKept = true
          break
        case Op.Spread:
        case Op.SpreadKeywords:
          for (const whole of program.users(user)) if (program.op(whole) === Op.ObjectOf) copies.push(whole)
          break
        case Op.Property:
          for (const object of program.users(user))
            if (program.op(object) === Op.ObjectOf) holders.push({ object, key: program.text(user, 0) })
          break
        case Op.Keyword:
          for (const call of program.users(user)) note(this.#hand(call, value, parameters))
          break
        case Op.Call:
        case Op.New:
          if (!isFirst) note(this.#hand(user, value, parameters))
          break
        default:
      }
    }
    return { written, isWritten, isKept, loads, dynamicLoads, aliases, copies, holders, parameters }
  }

  /**
   * Functions of the program that are called by a method of a value, none where it is another's; undefined where it is
   * not called.
   */
  #calleesOf(load: number): readonly number[] | undefined {
    const program = this.#program
    const calls = program
      .users(load)
      .filter((call) => program.op(call) === Op.Call && program.operand(call, 0) === load)
    return calls.length === 0 ? undefined : [...calls].flatMap((call) => this.#references.callees(call))
  }

  #receiverOf(callee: number): readonly number[] {
    const found = this.#program.functions[callee]
    const node =
      found && ((found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.self : (found.parameters[0]?.node ?? -1))
    return node === undefined || node < 0 ? [] : [node]
  }

  /**
   * Notes the parameters that a call hands a value over as; tells whether something outside of the program changes it,
   * or it is handed over otherwise.
   */
  #hand(call: number, value: number, parameters: number[]): 'written' | 'kept' | 'followed' {
    const [program, references] = [this.#program, this.#references]
    const callee = program.operand(call, 0)
    const callees = references.callees(call)
    if (callees.length === 0) {
      if (
        program.operand(call, 1) === value &&
        references.externals(callee).some((name) => assigningFunctions.has(name) || setting.test(name))
      )
        return 'written'
      return program.op(callee) === Op.Load && changing.has(program.text(callee, 1)) ? 'kept' : 'followed'
    }
    let isFollowed = true
    for (const index of callees) {
      const before = parameters.length
      for (const [position, { node }] of (program.functions[index]?.parameters ?? []).entries())
        if (references.argumentFor(call, index, position) === value) parameters.push(node)
      isFollowed &&= parameters.length > before
    }
    return isFollowed ? 'followed' : 'kept'
  }
}

const questionOf = ({ value, way }: Place) => `${value} ${way.map((key) => key ?? '\0').join('\0\0')}`
