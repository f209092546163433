import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, Op } from '../../ir/operations.ts'
import { endingFunctions, isPlaceholder } from '../../models/sanitizers/ending-calls.ts'
import { namesOfCall } from './call-names.ts'
import type { GuardContext } from './guard-context.ts'
import { append, type ProgramIndex } from './program-index.ts'
import type { ProgramPoint } from './program-point.ts'

/** Maximum number of functions that a call may run. The call never returns only if none of them returns. */
const maxCallees = 4

const found = new WeakMap<ProgramIndex, ReadonlyMap<number, readonly number[]>>()
const none: readonly number[] = []

/** Returns the calls in a function that never return, because they end the process or throw, in program order. */
export function endingCalls(context: GuardContext, functionIndex: number): readonly number[] {
  let calls = found.get(context.index)
  if (!calls) {
    calls = new EndingCalls(context).find()
    found.set(context.index, calls)
  }
  return calls.get(functionIndex) ?? none
}

/** Reports whether a place is unreachable because an earlier call that always precedes it never returns. */
export function isUnreachable(
  { program, index }: GuardContext,
  { region, position }: ProgramPoint,
  ending: readonly number[],
): boolean {
  return ending.some((call) => call < position && index.around(region).has(program.regionAt(call)))
}

/** Last parts of the names of functions that never return. */
const lastNames: ReadonlySet<string> = new Set([...endingFunctions].map((name) => name.split('.').at(-1) ?? name))

/**
 * Finds calls that never return. Starts with external functions that certainly never return, and continues with their
 * callers.
 */
class EndingCalls {
  readonly #context: GuardContext
  readonly #calls = new Map<number, number[]>()
  readonly #endless = new Set<number>()
  readonly #changed: number[] = []

  constructor(context: GuardContext) {
    this.#context = context
  }

  find(): ReadonlyMap<number, readonly number[]> {
    const { program, index } = this.#context
    for (const inside of program.functions.keys()) {
      for (const call of index.calls(inside)) if (this.#endsOutside(call)) append(this.#calls, inside, call)
      this.#look(inside)
    }
    for (let ended = this.#changed.pop(); ended !== undefined; ended = this.#changed.pop()) this.#lookAtCallers(ended)
    for (const calls of this.#calls.values()) calls.sort((a, b) => a - b)
    return this.#calls
  }

  #endsOutside(call: number): boolean {
    const { program, references } = this.#context
    const callee = program.operand(call, 0)
    const op = program.op(callee)
    const isNamedSo =
      op === Op.Load || (op === Op.Import && program.text(callee, 1) !== 'default')
        ? lastNames.has(program.text(callee, 1))
        : op !== Op.Global || lastNames.has(program.text(callee, 0))
    return (
      program.op(call) === Op.Call &&
      isNamedSo &&
      references.callees(call).length === 0 &&
      namesOfCall(this.#context, call).externals.some((name) => endingFunctions.has(name))
    )
  }

  #lookAtCallers(ended: number): void {
    const { program, references } = this.#context
    for (const call of references.callers(ended)) {
      const callees = references.callees(call)
      const inside = program.functionOf(call)
      if (
        program.op(call) !== Op.Call ||
        callees.length > maxCallees ||
        this.#calls.get(inside)?.includes(call) === true ||
        !callees.every((callee) => this.#endless.has(callee) && this.#throwsAt(call, callee))
      )
        continue
      append(this.#calls, inside, call)
      this.#look(inside)
    }
  }

  /**
   * Reports whether a call throws, given that its callee always throws. If the callee is async, the promise must be
   * awaited.
   */
  #throwsAt(call: number, callee: number): boolean {
    const { program } = this.#context
    const isAsync = ((program.functions[callee]?.flags ?? 0) & FunctionFlag.async) !== 0
    return !isAsync || program.users(call).some((user) => program.op(user) === Op.Await)
  }

  /** Checks whether a function never returns, and records it if so. */
  #look(functionIndex: number): void {
    const { program, index } = this.#context
    const called = program.functions[functionIndex]
    if (
      !called ||
      this.#endless.has(functionIndex) ||
      (called.flags & FunctionFlag.generator) !== 0 ||
      called.returns.length > dataflowLimits.maxOperands
    )
      return
    const calls = this.#calls.get(functionIndex) ?? none
    // Most functions can reach their end, because they contain no call that never returns.
    if (called.end >= 0 && calls.length === 0) return
    const ends: ProgramPoint[] = called.returns
      .filter((returned) => !program.isDead(returned))
      .map((returned) => ({ region: program.regionAt(returned), position: returned }))
    if (called.end >= 0) ends.push({ region: called.end, position: program.nodeCount })
    if (ends.some((end) => !isUnreachable(this.#context, end, calls))) return
    const thrown = index.exits(functionIndex).filter((exit) => program.op(exit) === Op.Throw)
    if (thrown.length + calls.length === 0 || thrown.some((exit) => this.#isOfPlaceholder(program.operand(exit, 0))))
      return
    this.#endless.add(functionIndex)
    this.#changed.push(functionIndex)
  }

  /**
   * True for `raise NotImplementedError` and `throw new Error('not implemented')`. Subclasses override such functions.
   */
  #isOfPlaceholder(thrown: number): boolean {
    const { program, references } = this.#context
    const isMade = program.op(thrown) === Op.Call || program.op(thrown) === Op.New
    const names = references.externals(isMade ? program.operand(thrown, 0) : thrown)
    if (names.some((name) => name.endsWith('NotImplementedError'))) return true
    return isMade && isPlaceholder.test(program.literalText(program.operand(thrown, 1)) ?? '')
  }
}
