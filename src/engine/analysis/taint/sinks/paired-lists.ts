import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ArgumentLists, ListedArgument } from './argument-lists.ts'
import { programsNamed } from './program-arguments.ts'

/** A program and its argument list. */
export interface PairedList {
  readonly programs: readonly string[] | undefined
  readonly list: readonly ListedArgument[]
}

/**
 * `callers`: maximum number of callers to distinguish. `nodes`: maximum number of nodes visited to find a program name.
 */
const bounds = { callers: 40, nodes: 60 }

/**
 * If a project function takes a program and its arguments and starts that program, returns each caller's program and
 * list. With `run('echo', [text])` and `run('git', ['status'])`, the text then never reaches git. Undefined if the
 * callers cannot be distinguished.
 */
export function pairedLists(
  known: KnownProgram,
  lists: ArgumentLists,
  { program: started, list }: { readonly program: number; readonly list: number },
): readonly PairedList[] | undefined {
  const { program, references } = known
  const taken = seenThroughCaptures(known, list)
  if (program.op(taken) !== Op.Parameter) return undefined
  const index = program.functionOf(taken)
  const parameters = program.functions[index]?.parameters ?? []
  const named = [...parametersIn(known, started)].filter((node) => node !== taken && program.functionOf(node) === index)
  const callers = references.callers(index).filter((call) => !program.isDead(call))
  const [name, other] = named
  if (name === undefined || other !== undefined || callers.length < 2 || callers.length > bounds.callers)
    return undefined
  const positionOf = (wanted: number) => parameters.findIndex(({ node }) => node === wanted)
  const found: PairedList[] = []
  for (const call of callers) {
    const [given, arguments_] = [
      references.argumentFor(call, index, positionOf(name)),
      references.argumentFor(call, index, positionOf(taken)),
    ]
    if (given === undefined || given < 0 || arguments_ === undefined || arguments_ < 0) return undefined
    const programs = programsNamed(known, given)
    for (const one of lists.lists(arguments_, call)) found.push({ programs, list: one })
  }
  return found
}

function seenThroughCaptures({ program }: KnownProgram, node: number): number {
  let at = node
  while (at >= 0 && (program.op(at) === Op.Capture || program.op(at) === Op.Typed)) at = program.operand(at, 0)
  return at
}

/** Returns the parameters that a value is built from. */
function parametersIn(known: KnownProgram, node: number): ReadonlySet<number> {
  const { program } = known
  const found = new Set<number>()
  const seen = new Set<number>()
  const open = [node]
  for (let at = open.pop(); at !== undefined && seen.size < bounds.nodes; at = open.pop()) {
    const one = seenThroughCaptures(known, at)
    if (one < 0 || seen.has(one)) continue
    seen.add(one)
    const count = Math.min(program.operandCount(one), 20)
    switch (program.op(one)) {
      case Op.Parameter:
        found.add(one)
        break
      case Op.Phi:
        for (let index = 0; index < count; index += 2) open.push(program.operand(one, index))
        break
      case Op.Concat:
      case Op.Cell:
        for (let index = 0; index < count; index += 1) open.push(program.operand(one, index))
        break
      case Op.Logical:
      case Op.Call:
        for (let index = 1; index < count; index += 1) open.push(program.operand(one, index))
        break
      default:
    }
  }
  return found
}
