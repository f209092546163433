import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { ProgramParameter } from '../program/program-parts.ts'

/** True if a call of this callee lets a request pass: `next()`, or the application inside a middleware class. */
export function letsRequestPass(program: Program, callee: number): boolean {
  const op = program.op(callee)
  if (op === Op.Capture) return letsRequestPass(program, program.operand(callee, 0))
  if (op === Op.Parameter)
    return isNext(program.functions[program.functionOf(callee)]?.parameters ?? [], program.operand(callee, 0))
  return op === Op.Load && program.text(callee, 1) === 'app' && program.op(program.operand(callee, 0)) === Op.Parameter
}

/**
 * True if the parameter at this position is the `next` callback. Its name usually shows this. If a minifier shortened
 * the names, the position decides: the last parameter of `(request, response, next)` or `(context, next)`.
 */
function isNext(parameters: readonly ProgramParameter[], place: number): boolean {
  const names = parameters.map(({ name }) => name ?? '')
  const name = names[place] ?? ''
  return (
    /^_*(?:next|call_?next|done)$/i.test(name) ||
    // aiohttp: `async def middleware(request, handler)`.
    (name === 'handler' && place === 1 && names.length === 2 && /^_*req(?:uest)?$/.test(names[0] ?? '')) ||
    (place > 0 && place === names.length - 1 && names.length <= 3 && names.every((one) => /^[\w$]{1,2}$/.test(one)))
  )
}
