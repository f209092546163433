import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import { marksOf, ownMarks } from './address-marks.ts'
import { namesOfCall } from './call-names.ts'
import { isTruthyLiteral } from './literals.ts'
import type { GuardContext } from './guard-context.ts'
import { Memo } from './memo.ts'

/** Outcomes that a function may have for a private address. All are false if they cannot be determined. */
export interface PrivateOutcomes {
  readonly truthy: boolean
  readonly falsy: boolean
  readonly throws: boolean
}

const nobodyKnows: PrivateOutcomes = { truthy: false, falsy: false, throws: false }
const remembered = new Memo<PrivateOutcomes>()

/** Methods that return the position of a match, or -1. */
const searching: ReadonlySet<string> = new Set(['indexOf', 'lastIndexOf', 'search', 'findIndex', 'findLastIndex'])

/** Maximum number of nodes and regions to visit per function. */
const maxSteps = 2_000

/**
 * Determines how a function that names private networks ends if it receives an address in one of them. If `fields` is
 * not empty, the outcome is that of an attribute of the function's result.
 */
export function privateOutcomes(
  context: GuardContext,
  functionIndex: number,
  fields: readonly string[],
  depth = 0,
): PrivateOutcomes {
  if (depth > dataflowLimits.maxValidatorDepth) return nobodyKnows
  return remembered.answer(
    context,
    `${functionIndex} ${fields.join(' ')}`,
    () => new Outcomes(context, functionIndex, fields, depth).found(),
    nobodyKnows,
  )
}

class Outcomes {
  readonly #context: GuardContext
  readonly #functionIndex: number
  readonly #fields: readonly string[]
  readonly #depth: number
  readonly #open: (readonly [node: number, isPrivate: boolean])[] = []
  readonly #seen = new Set<string>()
  #truthy = false
  #falsy = false
  #throws = false

  constructor(context: GuardContext, functionIndex: number, fields: readonly string[], depth: number) {
    this.#context = context
    this.#functionIndex = functionIndex
    this.#fields = fields
    this.#depth = depth
  }

  found(): PrivateOutcomes {
    const { program, index } = this.#context
    for (const node of ownMarks(this.#context, this.#functionIndex).nodes)
      this.#reach(node, program.op(node) !== Op.Load || program.text(node, 1) !== 'is_global')
    const [first, end] = index.range(this.#functionIndex)
    // The range also includes nodes of nested functions.
    for (let node = first; node < end; node += 1) if (program.op(node) === Op.Call) this.#called(node)
    this.#followAll()
    // An address outside one network may be in another one that the function tests later.
    for (let region = this.#public.pop(); region !== undefined; region = this.#public.pop()) {
      this.#inRegion(region, false)
      this.#followAll()
    }
    return { truthy: this.#truthy, falsy: this.#falsy, throws: this.#throws }
  }

  #followAll(): void {
    for (let at = this.#open.pop(); at !== undefined && this.#seen.size < maxSteps; at = this.#open.pop())
      this.#follow(...at)
  }

  /**
   * Regions reached only with private addresses. `#public` holds the regions reached only with addresses outside some
   * network.
   */
  readonly #private = new Set<number>()
  readonly #public: number[] = []

  /** Reports whether a region inside another one is reached only with private addresses. */
  #isPrivateWithin(region: number, outer: number): boolean {
    const { program } = this.#context
    for (let at = region; at > outer; at = program.regionAround(at)) if (this.#private.has(at)) return true
    return false
  }

  /** Adds a value to follow. `isPrivate`: whether the address is private if the value is truthy. */
  #reach(node: number, isPrivate: boolean): void {
    const question = `${node} ${isPrivate}`
    if (this.#seen.has(question)) return
    this.#seen.add(question)
    this.#open.push([node, isPrivate])
  }

  /** Follows the result of a project function that tests an address, or an attribute of that result. */
  #called(call: number): void {
    const { program, references } = this.#context
    const [callee, ...others] = references.callees(call)
    if (callee === undefined || others.length > 0 || marksOf(this.#context, callee).networks === 0) return
    const say = (node: number, { truthy, falsy }: PrivateOutcomes) => {
      if (truthy !== falsy) this.#reach(node, truthy)
    }
    say(call, privateOutcomes(this.#context, callee, [], this.#depth + 1))
    for (const user of program.users(call)) {
      const loads = program.op(user) === Op.Await ? [...program.users(user)] : [user]
      for (const load of loads)
        if (program.op(load) === Op.Load)
          say(load, privateOutcomes(this.#context, callee, [program.text(load, 1)], this.#depth + 1))
    }
  }

  #follow(node: number, isPrivate: boolean): void {
    const { program, index } = this.#context
    for (const region of index.regionsOf(node)) {
      if ((program.regionKinds[region] === RegionKind.when) !== isPrivate) {
        this.#public.push(region)
        continue
      }
      this.#private.add(region)
      this.#inRegion(region, true)
    }
    for (const user of program.users(node)) {
      switch (program.op(user)) {
        case Op.Unary:
          this.#reach(user, /^(?:!|not)$/.test(program.text(user, 0)) !== isPrivate)
          break
        case Op.Binary:
          this.#reach(user, this.#isNegative(user, node) !== isPrivate)
          break
        case Op.Load:
          // `RANGES.every((range) => !isWithin(address, range))`.
          this.#reach(user, (program.text(user, 1) === 'every') !== isPrivate)
          break
        case Op.Return:
          // An object is truthy whatever its fields are, so only other values are followed.
          if (program.op(node) !== Op.ObjectOf && program.op(node) !== Op.ArrayOf) this.#returned(user, isPrivate)
          break
        case Op.ArrayOf:
          if (program.operand(user, Number(this.#fields[0] ?? NaN)) === node) this.#ends(isPrivate)
          else this.#reach(user, isPrivate)
          break
        case Op.Property:
          if (program.text(user, 0) === this.#fields[0]) this.#ends(isPrivate)
          else this.#reach(user, isPrivate)
          break
        case Op.Store:
        case Op.StoreDynamic:
        case Op.Throw:
        case Op.Export:
          break
        default:
          this.#reach(user, isPrivate)
      }
    }
  }

  /**
   * Reports whether a comparison negates the tested result. It does so with an operator such as `!==`, or by comparing
   * with the value for "not found", as in `findIndex() < 0` or `filter().length < 1`.
   */
  #isNegative(comparison: number, node: number): boolean {
    const { program } = this.#context
    const operator = program.text(comparison, 0)
    const other =
      program.operand(comparison, 1) === node ? program.operand(comparison, 2) : program.operand(comparison, 1)
    const isAnswer = program.op(node) === Op.Call || program.op(node) === Op.Load
    if (operator === '<')
      return (
        isAnswer && program.op(other) === Op.Literal && program.text(other, 1) === (this.#isPosition(node) ? '0' : '1')
      )
    const isNegative = operator === '!==' || operator === '!=' || operator === 'not in'
    const isEquality = isNegative || operator === '===' || operator === '=='
    if (!isEquality) return false
    return (
      isNegative !==
      (program.text(other, 1).toLowerCase() === 'false' || (isAnswer && this.#isNothingFound(node, other)))
    )
  }

  /**
   * Reports whether a search has this value if nothing matches: `indexOf() === -1`, `filter().length === 0`, `range()
   * === 'unicast'`.
   */
  #isNothingFound(node: number, other: number): boolean {
    const { program } = this.#context
    const text = program.op(other) === Op.Literal ? program.text(other, 1) : ''
    return (
      text === 'unicast' || text === '-1' || program.op(other) === Op.Unary || (text === '0' && !this.#isPosition(node))
    )
  }

  /** Reports whether a call returns a position. In that case, 0 is a match. */
  #isPosition(node: number): boolean {
    return this.#context.program.op(node) === Op.Call && searching.has(namesOfCall(this.#context, node).lastName)
  }

  #returned(returned: number, isPrivate: boolean): void {
    const { program, index } = this.#context
    const inside = program.functionOf(returned)
    if (inside === this.#functionIndex) {
      if (this.#fields.length === 0) this.#ends(isPrivate)
      return
    }
    // The result of a callback determines the result of methods such as `some`.
    for (const user of program.users(index.closureOf(inside))) {
      if (/^(?:some|every|find|findIndex|findLast|filter)$/.test(namesOfCall(this.#context, user).method ?? ''))
        this.#reach(user, isPrivate)
    }
  }

  #ends(isTruthy: boolean): void {
    if (isTruthy) this.#truthy = true
    else this.#falsy = true
  }

  /** Records the exits in a region that is reached only with private addresses, or only with others. */
  #inRegion(region: number, isPrivate: boolean): void {
    const { program, index } = this.#context
    this.#chosenIn(region, isPrivate)
    for (const exit of index.exits(program.functionAround(region))) {
      const inside = program.regionAt(exit)
      if (!program.isWithin(inside, region) || (!isPrivate && this.#isPrivateWithin(inside, region))) continue
      if (program.op(exit) === Op.Throw) this.#throws ||= isPrivate && !index.isCaught(exit)
      else {
        const isTruthy = this.#literalTruth(program.operand(exit, 0))
        if (isTruthy === undefined) continue
        const whenPrivate = isTruthy === isPrivate
        if (program.functionOf(exit) === this.#functionIndex) this.#ends(whenPrivate)
        else this.#returned(exit, whenPrivate)
      }
    }
  }

  /**
   * Follows variables that are set to a constant in a region reached only with private addresses, or only with others.
   */
  #chosenIn(region: number, isPrivate: boolean): void {
    const { program } = this.#context
    for (const phi of this.#phis()) {
      for (let at = 0; at < program.operandCount(phi); at += 2) {
        const value = program.operand(phi, at)
        const way = program.operand(phi, at + 1)
        if (program.op(value) !== Op.Literal || !program.isWithin(way, region)) continue
        if (!isPrivate && this.#isPrivateWithin(way, region)) continue
        this.#reach(phi, isTruthyLiteral(program.operand(value, 0), program.text(value, 1)) === isPrivate)
      }
    }
  }

  #phis(): readonly number[] {
    const { program, index } = this.#context
    const [first, end] = index.range(this.#functionIndex)
    this.#phisInside ??= Array.from({ length: end - first }, (_none, at) => first + at).filter(
      (node) => program.op(node) === Op.Phi,
    )
    return this.#phisInside
  }

  #phisInside: readonly number[] | undefined

  /** Reports whether the returned constant, or its requested attribute, is truthy. Undefined if it is not constant. */
  #literalTruth(value: number): boolean | undefined {
    const { program } = this.#context
    const [key] = this.#fields
    if (key === undefined)
      return value < 0
        ? false
        : program.op(value) === Op.Literal
          ? isTruthyLiteral(program.operand(value, 0), program.text(value, 1))
          : undefined
    if (program.op(value) === Op.ArrayOf) {
      const item = program.operand(value, Number(key))
      return program.op(item) === Op.Literal
        ? isTruthyLiteral(program.operand(item, 0), program.text(item, 1))
        : undefined
    }
    if (program.op(value) !== Op.ObjectOf) return undefined
    for (let at = Math.min(program.operandCount(value), dataflowLimits.maxOperands) - 1; at >= 0; at -= 1) {
      const entry = program.operand(value, at)
      if (program.op(entry) !== Op.Property || program.text(entry, 0) !== key) continue
      const attribute = program.operand(entry, 1)
      return program.op(attribute) === Op.Literal
        ? isTruthyLiteral(program.operand(attribute, 0), program.text(attribute, 1))
        : program.op(attribute) === Op.Concat
          ? true
          : undefined
    }
    return false
  }
}
