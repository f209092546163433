import { timers } from '../models/changing-texts.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { positionalArguments } from '../schemas/schema-steps.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { LiteralKind, Op } from '../ir/operations.ts'
import { changingTextLimits, type TextCause } from './changing-text.ts'

/** When code runs that is not part of the start of a server. */
export type LaterCause = Extract<TextCause, 'call' | 'timer'>

/** Determines which functions run only after the start of a server: for a call of a tool, or on a timer. */
export class LaterFunctions {
  readonly #known: KnownProgram
  readonly #roots = new Map<number, LaterCause>()
  readonly #found = new Map<number, LaterCause | undefined>()

  constructor(known: KnownProgram, tools: readonly OfferedTool[]) {
    this.#known = known
    for (const index of timedFunctions(known)) this.#roots.set(index, 'timer')
    for (const { kind, functions } of tools)
      if (kind === 'tool') for (const index of functions) this.#roots.set(index, 'call')
  }

  /** Returns when the function of a node runs, or undefined if it may be part of the start. */
  causeAt(node: number): LaterCause | undefined {
    const index = this.#known.program.functionOf(node)
    if (!this.#found.has(index)) this.#found.set(index, this.#search(index))
    return this.#found.get(index)
  }

  /** A function runs later if a call of a tool or a timer reaches it, and nothing else does. */
  #search(start: number): LaterCause | undefined {
    const { program, references } = this.#known
    const seen = new Set([start])
    let cause: LaterCause | undefined
    for (const index of seen) {
      const root = this.#roots.get(index)
      if (root !== undefined) {
        cause = cause === 'call' ? cause : root
        continue
      }
      const callers = references.callers(index).map((call) => program.functionOf(call))
      const parent = program.functions[index]?.parent ?? -1
      // A callback without known callers runs where its enclosing function runs.
      const before = callers.length > 0 ? callers : parent > 0 ? [parent] : [-1]
      for (const one of before) {
        if (one < 0 || (program.functions[one]?.parent ?? -1) < 0 || seen.size > changingTextLimits.maxCallers)
          return undefined
        seen.add(one)
      }
    }
    return cause
  }
}

/** Delays below one second, in milliseconds, often only wait for the end of the start. */
const minDelay = 1_000

function timedFunctions(known: KnownProgram): number[] {
  const { program, references } = known
  return [...program.index.ofAny(Op.Call, Op.New)].flatMap((call) => {
    const names = references.externals(program.operand(call, 0)).map((name) => name.replace(/^new /, ''))
    const timer = timers.find(({ name }) => names.some((one) => name.test(one)))
    if (!timer) return []
    const given = positionalArguments(known, call)
    const delay = given[timer.delayAt]
    // `setTimeout(f)` runs at once. Python counts in seconds.
    const isShort = timer.delayAt === 1 && (delay === undefined || shortDelay(known, delay))
    return isShort ? [] : given.slice(0, 2).flatMap((argument) => callbackFunctions(known, argument))
  })
}

function shortDelay({ program, references }: KnownProgram, delay: number): boolean {
  return [delay, ...references.origins(delay)].some(
    (one) =>
      program.op(one) === Op.Literal &&
      program.operand(one, 0) === LiteralKind.number &&
      Number(program.text(one, 1).replaceAll('_', '')) < minDelay,
  )
}
