import { Op, RegionKind } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { append } from '../server-surface/append.ts'
import type { ToolsByRegion } from '../taint/propagation/tools-by-region.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { toolActLimits } from './tool-act.ts'
import type { CalledWith } from './value-texts.ts'

/** Determines which nodes certainly run for one tool, and only for it or in a call that it makes. */
export class ToolNodes {
  readonly #known: KnownProgram
  readonly #byRegion: ToolsByRegion
  /** Tools that run a function, by function. */
  readonly #owners = new Map<number, OfferedTool[]>()
  readonly #inner: ReadonlyMap<number, readonly number[]>
  readonly #calls: ReadonlyMap<number, readonly number[]>
  /** Nodes that create functions, by function. */
  readonly #closures: ReadonlyMap<number, number>

  constructor(known: KnownProgram, tools: readonly OfferedTool[], byRegion: ToolsByRegion) {
    this.#known = known
    this.#byRegion = byRegion
    for (const tool of tools) for (const index of tool.functions) append(this.#owners, index, tool)
    const { functions } = known.program
    const inner = new Map<number, number[]>()
    for (const [index, { parent }] of functions.entries()) if (parent >= 0) append(inner, parent, index)
    this.#inner = inner
    this.#calls = callsByFunction(known.program)
    this.#closures = new Map(
      [...known.program.index.of(Op.Closure)].map((node) => [known.program.operand(node, 0), node] as const),
    )
  }

  /**
   * Returns the functions of a tool, each with a test of its nodes, and with the call for functions that the tool calls
   * directly. Empty if the tool has several definitions, because its functions may belong to another server.
   */
  functionsOf(tool: OfferedTool): {
    readonly index: number
    readonly from?: CalledWith
    readonly has: (node: number) => boolean
  }[] {
    if (tool.others.length > 0) return []
    const { references } = this.#known
    const own = tool.functions
      .filter((index) => (this.#owners.get(index)?.length ?? 0) === 1 || tool.regions.length > 0)
      .flatMap((index) => this.#within(index).map((inner) => ({ index: inner, has: this.#isOnlyOf(tool, inner) })))
      .slice(0, toolActLimits.maxFunctions)
    const seen = new Set(own.map(({ index }) => index))
    const called = own.flatMap(({ index, has }) =>
      (this.#calls.get(index) ?? []).flatMap((call) => {
        const [callee, another] = references.callees(call)
        if (callee === undefined || another !== undefined || seen.has(callee) || !has(call)) return []
        if (this.#owners.has(callee)) return []
        return this.#within(callee).map((inner) => ({
          index: inner,
          from: { call, index: callee },
          has: (node: number) => !this.#isSelected(node, callee),
        }))
      }),
    )
    return [...own, ...called.slice(0, toolActLimits.maxFunctions)]
  }

  /** Returns a function and the functions nested in it, without the functions of other tools. */
  #within(start: number): number[] {
    const found = new Set([start])
    for (const index of found)
      for (const inner of this.#inner.get(index) ?? [])
        if (!this.#owners.has(inner) && found.size < toolActLimits.maxFunctions) found.add(inner)
    return [...found]
  }

  /** A node in a function that serves several tools belongs to a tool if a condition requires the tool's name. */
  #isOnlyOf(tool: OfferedTool, index: number): (node: number) => boolean {
    const { program } = this.#known
    if (tool.regions.length === 0) return () => true
    return (node) => {
      let region = program.regionAt(node)
      let at = index
      // A nested function runs where it is created.
      while (!tool.functions.includes(at)) {
        const parent = program.functions[at]?.parent ?? -1
        if (parent < 0) return false
        region = program.regionAt(this.#closures.get(at) ?? -1)
        at = parent
      }
      const among = this.#byRegion.at(region)
      return among?.size === 1 && among.has(tool)
    }
  }

  /** Reports whether a node in a called function runs only for some arguments. */
  #isSelected(node: number, callee: number): boolean {
    const { program } = this.#known
    for (let region = program.regionAt(node); region >= 0; region = program.regionAround(region)) {
      const kind = program.regionKinds[region]
      if (kind === RegionKind.case || kind === RegionKind.dead) return true
      if ((kind === RegionKind.when || kind === RegionKind.unless) && this.#reads(program.conditionOf(region), callee))
        return true
    }
    return false
  }

  /** Reports whether a condition compares or tests a parameter of a function. */
  #reads(condition: number, callee: number): boolean {
    const { program } = this.#known
    const seen = new Set([condition])
    for (const node of seen) {
      if (node < 0 || seen.size > toolActLimits.maxSteps) return true
      const op = program.op(node)
      if (op === Op.Parameter && program.functionOf(node) === callee) return true
      for (const operand of comparedOperands(program, node)) seen.add(operand)
    }
    return false
  }
}

function comparedOperands(program: Program, node: number): number[] {
  switch (program.op(node)) {
    case Op.Binary:
    case Op.Logical:
      return [program.operand(node, 1), program.operand(node, 2)]
    case Op.Unary:
      return [program.operand(node, 1)]
    case Op.Load:
    case Op.Capture:
    case Op.Typed:
    case Op.Await:
      return [program.operand(node, 0)]
    case Op.LoadDynamic:
      return [program.operand(node, 0), program.operand(node, 1)]
    case Op.Phi:
      return Array.from({ length: program.operandCount(node) / 2 }, (_none, at) => program.operand(node, at * 2))
    default:
      return []
  }
}

function callsByFunction(program: Program): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const call of program.index.ofAny(Op.Call, Op.New)) append(found, program.functionOf(call), call)
  return found
}
