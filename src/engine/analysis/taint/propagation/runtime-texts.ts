import { timers } from '../../models/sources/text-origins.ts'
import { Op } from '../../ir/operations.ts'
import type { RuntimeText } from '../../runtime-text.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { taintLimits } from '../../taint-limits.ts'
import { isCalledFrom } from '../sources/called-from.ts'
import type { OfferedTool, ServerInstructions, TaintSources } from '../sources/taint-source.ts'
import { changingCondition, type TextOrigin, textOrigins } from './text-origins.ts'

/** Returns the texts of definitions that are decided at run time, at most one for each tool, cause, and origin. */
export function runtimeTexts(
  known: KnownProgram,
  { tools, instructions }: Pick<TaintSources, 'tools' | 'instructions'>,
): readonly RuntimeText[] {
  const found: RuntimeText[] = []
  const running = new RunningFunctions(known, tools)
  const read = new Map<number, readonly TextOrigin[]>()
  const originsOf = (node: number) => {
    const origins = read.get(node) ?? textOrigins(known, node)
    read.set(node, origins)
    return origins
  }
  for (const tool of tools) {
    const origins = [...tool.described, ...tool.reassigned.map(({ value }) => value)].flatMap(originsOf)
    for (const origin of [...origins, ...conditionsAround(known, tool)]) found.push(reportOf(known, tool, origin))
    for (const { node, isTitle, isDynamic } of tool.reassigned) {
      const cause = running.causeAt(node)
      if (cause)
        found.push({
          ...reportOf(known, tool, { cause, node }),
          ...(isTitle && { isTitle }),
          ...(!isDynamic && { isConstant: true }),
        })
    }
  }
  for (const one of instructions)
    for (const origin of originsOf(one.described)) found.push(reportOf(known, one, origin))
  const unique = new Map(found.map((one) => [JSON.stringify([one.kind, one.tool, one.cause, one.name]), one]))
  return [...unique.values()].slice(0, taintLimits.maxKept)
}

/** Returns the changing conditions around the declarations of a tool that has several definitions. */
function conditionsAround(known: KnownProgram, tool: OfferedTool): readonly TextOrigin[] {
  const { program } = known
  if (tool.others.length === 0) return []
  return [tool.node, ...tool.others.map(({ node }) => node)].flatMap((node) => {
    const found: TextOrigin[] = []
    for (let region = program.regionAt(node); region >= 0; region = program.regionAround(region)) {
      const condition = changingCondition(known, region)
      if (condition) found.push(condition)
    }
    return found
  })
}

function reportOf(
  { program }: KnownProgram,
  offered: OfferedTool | ServerInstructions,
  { cause, node, name }: { readonly cause: RuntimeText['cause']; readonly node: number; readonly name?: string },
): RuntimeText {
  const [declared, { path, line }] = [program.placeOf(offered.node), program.placeOf(node)]
  return {
    cause,
    kind: 'kind' in offered ? offered.kind : 'instructions',
    tool: (offered.name ?? '…').slice(0, 300),
    declaredAt: { path: declared.path, line: declared.line },
    ...(name !== undefined && { name: name.slice(0, 300) }),
    path,
    line,
  }
}

/** Functions that run after a client has read the definitions. */
class RunningFunctions {
  readonly #known: KnownProgram
  readonly #called: ReadonlySet<number>
  readonly #timed: ReadonlySet<number>
  readonly #reachOfCalled = new Map<number, boolean>()
  readonly #reachOfTimed = new Map<number, boolean>()

  constructor(known: KnownProgram, tools: readonly OfferedTool[]) {
    const { program, references } = known
    this.#known = known
    this.#called = new Set(tools.flatMap(({ functions }) => functions))
    const timed = new Set<number>()
    for (const call of program.index.ofAny(Op.Call, Op.New)) {
      if (!references.externals(program.operand(call, 0)).some((name) => timers.test(name.replace(/^new /, ''))))
        continue
      for (let index = 1; index < program.operandCount(call); index += 1)
        for (const one of references.functions(program.operand(call, index))) timed.add(one)
    }
    this.#timed = timed
  }

  /** Returns what runs a node, or undefined if it runs when the server starts, or if that is unknown. */
  causeAt(node: number): 'call' | 'timer' | undefined {
    const index = this.#known.program.functionOf(node)
    if (isCalledFrom(this.#known, this.#called, index, this.#reachOfCalled)) return 'call'
    return isCalledFrom(this.#known, this.#timed, index, this.#reachOfTimed) ? 'timer' : undefined
  }
}
