import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { ReachedSink } from './judge-taint.ts'
import { joins } from './joins.ts'
import type { TaintGraph } from './taint-graph.ts'

/** A file extension at the end of a constant, such as `.json` in `/package.json` or `.d.ts`. */
const extension = /\.[a-z]\w{0,9}(?:\.\w{1,9})*$/i

/** Calls that do not change the end of a path. */
const keeping: ReadonlySet<string> = new Set([
  'resolve',
  'normalize',
  'normpath',
  'abspath',
  'realpath',
  'realpathSync',
  'expanduser',
  'Path',
  'PurePath',
  'str',
  'String',
  'toString',
  'fspath',
])

/** Returns the constant file extension that the program appends to the untrusted input on every path to the sink. */
export function constantSuffix(
  program: Program,
  graph: TaintGraph,
  { use, steps }: Pick<ReachedSink, 'use' | 'steps'>,
): string | undefined {
  if (use.kind !== 'path') return undefined
  for (const step of steps.toReversed()) {
    const [value, whole] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
    if (whole >= program.nodeCount) continue
    const op = program.op(whole)
    if (op === Op.Concat || (op === Op.Call && joins(program, whole))) {
      const last = program.operand(whole, program.operandCount(whole) - 1)
      if (last !== value) return extension.exec(program.literalText(last) ?? '')?.[0]
    } else if (op === Op.Call && program.op(graph.user(step)) !== Op.Return && !keeping.has(calleeName(program, whole)))
      return undefined
  }
  return undefined
}

function calleeName(program: Program, call: number): string {
  let callee = program.operand(call, 0)
  while (program.op(callee) === Op.Capture) callee = program.operand(callee, 0)
  const op = program.op(callee)
  return op === Op.Load || op === Op.Import ? program.text(callee, 1) : op === Op.Global ? program.text(callee, 0) : ''
}
