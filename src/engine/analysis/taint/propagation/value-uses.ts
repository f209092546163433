import { FunctionFlag, Op } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import { assigningFunctions } from '../../points-to/passing-functions.ts'
import type { Program } from '../../program/program.ts'

/** Methods that mutate their receiver. */
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

/** External functions, other than `assign`, that mutate their first argument. */
const setting = new RegExp(
  String.raw`^(?:Reflect\.(?:set|defineProperty)|Object\.(?:definePropert(?:y|ies)|setPrototypeOf)|` +
    String.raw`(?:lodash(?:-es)?|underscore)[./](?:assign|defaults|extend|fill|merge|pull|remove|reverse|set|` +
    String.raw`unset|update)[\w.]*|util\._extend|extend|deep-extend|merge-deep|dot-prop\.(?:delete|set)\w*|` +
    String.raw`object-path\.(?:del|push|set)\w*|set-value|setattr|object\.__setattr__|vars)$`,
)

/** Uses of one value. Collected once, because an object can have thousands of reads. */
interface Uses {
  /** Keys that are written. */
  readonly written: ReadonlySet<string>
  /** True if unknown keys are written. */
  readonly isWritten: boolean
  /**
   * True if the value escapes to a location that is not tracked, such as a list or a rest parameter. Its fields may be
   * written there.
   */
  readonly isKept: boolean
  readonly loads: ReadonlyMap<string, readonly number[]>
  readonly dynamicLoads: readonly number[]
  readonly aliases: readonly number[]
  /** Object literals that spread this object; their fields alias its fields. */
  readonly copies: readonly number[]
  /** Object literals that contain the value, each with the value's key. */
  readonly holders: readonly { readonly object: number; readonly key: string }[]
  /** Parameters that receive the value as an argument. */
  readonly parameters: readonly number[]
}

/** Collects the uses of values. */
export class ValueUses {
  readonly #program: Program
  readonly #references: FoundReferences
  readonly #uses = new Map<number, Uses>()

  constructor({ program, references }: { readonly program: Program; readonly references: FoundReferences }) {
    this.#program = program
    this.#references = references
  }

  of(value: number): Uses {
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
   * Returns the program functions that may run if a method is called on a value. Empty for external methods. Undefined
   * if the attribute is not called.
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
   * Collects the parameters that receive a value in a call. Returns `written` if an external function assigns to the
   * value, `kept` if a callee may store it, and `followed` otherwise.
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
