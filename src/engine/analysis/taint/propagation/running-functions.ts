import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { listDecorators, timers } from '../../models/sources/changing-values.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { positionalArguments } from '../../schemas/schema-steps.ts'
import { constantText } from '../sources/constant-text.ts'
import { callbackFunctions } from '../sources/callbacks.ts'
import { decoratedBy } from '../sources/decorated-functions.ts'
import type { OfferedTool } from '../sources/taint-source.ts'

/** `callsAway`: maximum length of a call chain. `callers`: maximum number of callers of one function. */
const bounds = { callsAway: 4, callers: 50 }

/** Delay after which a server certainly runs, if its start does not wait for the timer. */
const longDelaySeconds = 10

/** Finds out which functions run only after a client has connected. In doubt, a function runs at the start. */
export class RunningFunctions {
  readonly #known: KnownProgram
  readonly #requests: ReadonlySet<number>
  readonly #timed: ReadonlySet<number>
  readonly #remembered = new Map<number, 'call' | 'timer' | undefined>()

  constructor(known: KnownProgram, tools: readonly OfferedTool[]) {
    this.#known = known
    this.#requests = new Set([...tools.flatMap(({ functions }) => functions), ...listHandlers(known)])
    this.#timed = this.#timedFunctions()
  }

  /** Returns what runs a node: a request or a timer. Undefined if it may also run when the server starts. */
  causeAt(node: number): 'call' | 'timer' | undefined {
    return this.#causeOf(this.#known.program.functionOf(node))
  }

  #causeOf(index: number, depth = 0): 'call' | 'timer' | undefined {
    if (this.#requests.has(index)) return 'call'
    if (this.#timed?.has(index)) return 'timer'
    if (this.#remembered.has(index) || depth > bounds.callsAway) return this.#remembered.get(index)
    // A provisional result, so that recursion ends.
    this.#remembered.set(index, undefined)
    const { program, references } = this.#known
    const callers = references.callers(index)
    const around =
      callers.length > bounds.callers
        ? []
        : callers.length > 0
          ? callers.map((call) => program.functionOf(call))
          : [program.functions[index]?.parent ?? -1]
    const causes = new Set(around.map((one) => (one < 0 ? undefined : this.#causeOf(one, depth + 1))))
    const [cause] = causes
    const found = causes.size === 1 ? cause : undefined
    this.#remembered.set(index, found)
    return found
  }

  #timedFunctions(): ReadonlySet<number> {
    const { program, references } = this.#known
    const calls = [...program.index.ofAny(Op.Call, Op.New)].flatMap((call) => {
      const model = references
        .externals(program.operand(call, 0))
        .map((name) => timers.get(name.replace(/^new /, '')))
        .find((one) => one !== undefined)
      return model ? [{ call, model }] : []
    })
    if (calls.length === 0) return new Set()
    const connects = program.callsOfMethod('connect').filter((call) => isConnecting(this.#known, call))
    const awaited = this.#awaitedFunctions()
    const found = new Set<number>()
    for (const { call, model } of calls) {
      const args = positionalArguments(this.#known, call)
      const callback = args[model.callbackAt]
      if (callback === undefined) continue
      const functions = callbackFunctions(this.#known, callback)
      const delay = numberOf(this.#known, args[model.delayAt])
      const isLong =
        delay / model.perSecond >= longDelaySeconds &&
        !awaited.has(program.functionOf(call)) &&
        !connects.some((connect) => functions.includes(program.functionOf(connect)))
      const isAfter = connects.some(
        (connect) => program.functionOf(connect) === program.functionOf(call) && program.alwaysBefore(connect, call),
      )
      if (isLong || isAfter || this.causeAt(call) !== undefined) for (const index of functions) found.add(index)
    }
    // The calls above were judged without timers.
    this.#remembered.clear()
    return found
  }

  /** Returns the functions passed to `new Promise`, because the start of a server may wait for their timers. */
  #awaitedFunctions(): ReadonlySet<number> {
    const { program, references } = this.#known
    return new Set(
      [...program.index.of(Op.New)]
        .filter((node) => references.externals(program.operand(node, 0)).includes('Promise'))
        .flatMap((node) => positionalArguments(this.#known, node))
        .flatMap((argument) => references.functions(argument)),
    )
  }
}

/** Returns a constant number, or NaN. */
function numberOf(known: KnownProgram, node: number | undefined): number {
  const text = node === undefined ? undefined : constantText(known, node)
  return text === undefined || text === '' ? Number.NaN : Number(text.replaceAll('_', ''))
}

/** Reports whether a call connects a server to its transport. */
function isConnecting(known: KnownProgram, call: number): boolean {
  const { references } = known
  const [transport] = positionalArguments(known, call)
  return transport !== undefined && references.externals(transport).some((name) => /Transport\b/.test(name))
}

/** Returns the functions that answer list requests, and other requests that the server handles itself. */
function listHandlers(known: KnownProgram): readonly number[] {
  const { program } = known
  const handlers = program
    .callsOfMethod('setRequestHandler')
    .flatMap((call) => positionalArguments(known, call).slice(1))
  const keywords = [...program.index.of(Op.Keyword)]
    .filter((node) => /^on_list_\w+$/.test(program.text(node, 0)))
    .map((node) => program.operand(node, 1))
  const decorated = listDecorators
    .flatMap((name) => program.callsOfMethod(name))
    .filter((call) => program.fileOf(call).semantics.libraries === decoratedServerLanguage)
    .flatMap((call) => decoratedBy(known, call).map(({ index }) => index))
  return [...[...handlers, ...keywords].flatMap((node) => callbackFunctions(known, node)), ...decorated]
}
