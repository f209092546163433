import type { Flow } from '../../flow.ts'
import { Op } from '../../ir/operations.ts'
import type { Flaw, Guards, Tested } from '../sanitizers/guard.ts'
import type { Mistake } from '../sanitizers/mistakes.ts'
import { harmAt } from '../sinks/statement-languages.ts'
import type { Program } from '../../program/program.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

/** Guards that a value passes on its way to a sink without being cleared. */
export interface PassedGuards {
  readonly flaws: Flow['flaws']
  readonly undecided: Flow['undecided']
}

/**
 * Flaws that report a missing check. They are not reported if the path has an undecided check, because that may be the
 * missing one.
 */
const incomplete: ReadonlySet<Mistake> = new Set<Mistake>(['links-not-resolved', 'names-not-resolved', 'scheme-alone'])

/**
 * Finds the guards that a path passes. Returns the first undecided guard only if no guard is flawed, because a flaw is
 * stronger evidence.
 */
export function passedGuards(
  { program, guards }: { readonly program: Program; readonly guards: Guards },
  graph: TaintGraph,
  { use, steps, state }: ReachedSink,
): PassedGuards {
  const mask = harmAt(use)
  const taker = use.takenBy ?? use.node
  const found: Flaw[] = []
  let tested: Tested | undefined
  const look = (value: number, user: number, region: number) => {
    if (user < 0 || value >= program.nodeCount) return
    if (region >= 0) {
      const judged = guards.judge({ value, user, region }, mask)
      found.push(...judged.flaws)
      tested ??= judged.tested
    }
    const made = guards.transfer(user, value)
    found.push(...made.flaws)
    // At the sink itself, the result is not used, so its undecided sanitizer does not matter.
    if (user !== taker && made.tested && (made.tested.kinds & mask) !== 0) tested ??= made.tested
  }
  for (const step of steps) look(graph.nodeOf(graph.from(step)), graph.user(step), graph.region(step))
  look(graph.nodeOf(state), taker, program.regionOf[taker] ?? -1)
  const distinct = new Map<string, Flow['flaws'][number]>()
  for (const { node, mistake, kinds } of found) {
    if ((kinds & mask) === 0 || node >= program.nodeCount || (tested && incomplete.has(mistake))) continue
    const { path, line } = program.placeOf(node)
    distinct.set(`${mistake} ${path} ${line}`, { mistake, path, line })
  }
  const flaws = [...distinct.values()].slice(0, 20)
  return {
    flaws,
    undecided:
      flaws.length > 0 || !tested || tested.node >= program.nodeCount
        ? undefined
        : undecidedAt(program, guards, tested.node),
  }
}

function undecidedAt(program: Program, guards: Guards, node: number): Flow['undecided'] {
  const { path, line } = program.placeOf(node)
  const callee = program.op(node) === Op.Call ? program.operand(node, 0) : -1
  const name = callee < 0 ? undefined : calleeName(program, callee)
  const identity = guards.identity(node)
  return {
    path,
    line,
    ...(name !== undefined && name !== '' && { name: name.slice(0, 200) }),
    ...(identity !== '' && { identity }),
  }
}

/** Returns the called function's name as written, or undefined if it has none. */
function calleeName(program: Program, callee: number): string | undefined {
  let at = callee
  while (
    program.op(at) === Op.Capture ||
    program.op(at) === Op.Typed ||
    (program.op(at) === Op.Cell && program.operandCount(at) === 1)
  )
    at = program.operand(at, 0)
  switch (program.op(at)) {
    case Op.Load:
    case Op.Import:
      return program.text(at, 1)
    case Op.Global:
      return program.text(at, 0)
    case Op.Closure:
      return program.functions[program.operand(at, 0)]?.name
    default:
      return undefined
  }
}
