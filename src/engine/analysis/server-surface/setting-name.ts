import { Op } from '../ir/operations.ts'
import { positionalArguments } from '../schemas/schema-steps.ts'
import type { ServerSurfaceContext } from './surface-context.ts'

export const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\]|0:0:0:0:0:0:0:1)$/i

/** Returns the operator-facing name of a setting: an environment variable, an option, or a field. */
export function settingName(context: ServerSurfaceContext, node: number): string {
  const { program } = context
  const op = program.op(node)
  if (op === Op.Load) return program.text(node, 1)
  if (op === Op.LoadDynamic) return program.literalText(program.operand(node, 1)) ?? ''
  if (op === Op.Parameter) return parameterName(context, node)
  if (op !== Op.Call) return ''
  const [key] = positionalArguments(context, node)
  const text = key === undefined ? undefined : program.literalText(key)
  if (text !== undefined && !loopback.test(text)) return text
  const callee = program.operand(node, 0)
  return program.op(callee) === Op.Load ? settingName(context, program.operand(callee, 0)) : ''
}

export function parameterName({ program }: Pick<ServerSurfaceContext, 'program'>, parameter: number): string {
  return program.functions[program.functionOf(parameter)]?.parameters[program.operand(parameter, 0)]?.name ?? ''
}
