import { MemberFlag, Op } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { OfferedTool, TaintSource } from '../sources/taint-source.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

interface LaterRunsContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly entries: readonly TaintSource[]
  readonly tools: readonly OfferedTool[]
}

/** Maximum number of functions in one run. If a run has more, every function is assumed to belong to it. */
const maxFunctions = 20_000

/**
 * Finds flows that end in a different run than the one that received the untrusted input. For example, one request
 * stores a value that a later request or command reads.
 */
export class LaterRuns {
  readonly #context: LaterRunsContext
  /** For each function, the functions that it may call or that it contains. */
  #next: readonly (readonly number[] | undefined)[] | undefined
  /**
   * For each function that receives untrusted input, the functions that may run before it returns. Undefined if any
   * function may run.
   */
  readonly #runs = new Map<number, ReadonlySet<number> | undefined>()
  #offered: ReadonlySet<number> | undefined
  #getters: ReadonlySet<number> | undefined

  constructor(context: LaterRunsContext) {
    this.#context = context
  }

  /** Returns the node that stores the value for a later run. Undefined if the flow may end in the same run. */
  storedAt(graph: TaintGraph, { steps }: Pick<ReachedSink, 'steps'>, entry: TaintSource): number | undefined {
    const { program } = this.#context
    let stored = -1
    let run: ReadonlySet<number> | undefined
    for (const step of steps) {
      const [from, to] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
      if (to >= program.nodeCount) {
        if (graph.user(step) >= 0) stored = graph.user(step)
        continue
      }
      if (stored < 0 || from < program.nodeCount) continue
      run ??= this.#runOf(program.functionOf(entry.node))
      if (!run) return undefined
      const inside = program.functionOf(to)
      if (!run.has(inside) && this.#isEntered(inside)) return stored
    }
    return undefined
  }

  /** Reports whether the analysis knows what starts a function: calls to it, or its registration as a handler. */
  #isEntered(index: number): boolean {
    const { program, references, entries, tools } = this.#context
    this.#offered ??= new Set([
      ...entries.map(({ node }) => program.functionOf(node)),
      ...tools.flatMap(({ functions }) => functions),
    ])
    this.#getters ??= gettersOf(program)
    return !this.#getters.has(index) && (references.callers(index).length > 0 || this.#offered.has(index))
  }

  /** Returns the functions that may run while a function or one of its callers runs. */
  #runOf(start: number): ReadonlySet<number> | undefined {
    if (!this.#runs.has(start)) this.#runs.set(start, this.#findRun(start))
    return this.#runs.get(start)
  }

  #findRun(start: number): ReadonlySet<number> | undefined {
    const { program, references } = this.#context
    const around = new Set([start])
    for (const index of around) {
      if (around.size > maxFunctions) return undefined
      for (const call of references.callers(index)) around.add(program.functionOf(call))
      const parent = program.functions[index]?.parent ?? -1
      if (parent >= 0 && (program.functions[parent]?.parent ?? -1) >= 0) around.add(parent)
    }
    const next = (this.#next ??= nextFunctions(program, references))
    // Module-level code is excluded, because it runs once, before all handlers.
    const found = new Set([...around].filter((index) => (program.functions[index]?.parent ?? -1) >= 0))
    for (const index of found) {
      if (found.size > maxFunctions) return undefined
      for (const one of next[index] ?? []) found.add(one)
    }
    return found
  }
}

function nextFunctions(program: Program, references: FoundReferences): readonly (readonly number[] | undefined)[] {
  const next: (number[] | undefined)[] = Array.from({ length: program.functions.length })
  for (const [index, { parent }] of program.functions.entries()) {
    if (parent >= 0) (next[parent] ??= []).push(index)
    for (const call of references.callers(index)) (next[program.functionOf(call)] ??= []).push(index)
  }
  return next
}

/** Returns the getters and setters, which run without a call when an attribute is read or written. */
function gettersOf(program: Program): ReadonlySet<number> {
  return new Set(
    program.classes.flatMap(({ members }) =>
      members
        .filter(
          ({ value, flags }) =>
            (flags & (MemberFlag.getter | MemberFlag.setter)) !== 0 && program.op(value) === Op.Closure,
        )
        .map(({ value }) => program.operand(value, 0)),
    ),
  )
}
