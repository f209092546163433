import type { Flow } from '../../flow.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { OfferedTool } from '../sources/taint-source.ts'
import type { SinkUse } from '../sinks/sink.ts'

/** Drivers that send a statement without parameters as plain text, so it may contain several statements. */
const textProtocol = /^(?:new )?(?:pg|psycopg)(?=[.(])/
const readOnly = /\bread[ -]?only\b/i

/**
 * Finds the read-only transaction of a tool whose statement can end it: `COMMIT; DROP TABLE t`. Undefined for a tool
 * that does not declare itself read-only.
 */
export function endedTransaction(
  program: Program,
  { kind, model, node }: SinkUse,
  tool: OfferedTool | undefined,
): Flow['flaws'][number] | undefined {
  if (kind !== 'query' || !tool || !textProtocol.test(model) || program.operandCount(node) !== 2) return undefined
  if (!readOnly.test(`${tool.name.replaceAll('_', ' ')} ${tool.description ?? ''}`)) return undefined
  const inside = program.functionOf(node)
  const begin = program.index
    .of(Op.Call)
    .find(
      (call) =>
        call < node &&
        program.functionOf(call) === inside &&
        readOnly.test(program.literalText(program.operand(call, 1)) ?? ''),
    )
  if (begin === undefined) return undefined
  const { path, line } = program.placeOf(begin)
  return { mistake: 'transaction-ended', path, line }
}
