import { Op } from '../../../ir/operations.ts'
import { escapingEngines } from '../../../models/sanitizers/sanitizers.ts'
import { keywordArgument } from '../../../schemas/schema-steps.ts'
import { definitionsOf } from '../seen-through.ts'
import type { GuardContext } from '../guard-context.ts'

/**
 * Reports whether a call renders a page with a template engine that escapes inserted values:
 * `Environment(autoescape=True).get_template(name).render(value=value)`.
 */
export function rendersEscaped(context: GuardContext, externals: readonly string[], template: number): boolean {
  const found = escapingEngines.find(({ render }) => externals.some((name) => render.test(name)))
  if (!found) return false
  const engines = receiversOf(context, template).flatMap((loaded) => receiversOf(context, loaded, true))
  return (
    engines.length > 0 &&
    engines.every(
      (made) =>
        context.references.externals(context.program.operand(made, 0)).some((name) => found.engine.test(name)) &&
        isOn(context, keywordArgument(context, made, found.option)),
    )
  )
}

/**
 * Returns the calls that may have produced a value. If `isEngine` is true, returns the calls that created the receivers
 * of these calls.
 */
function receiversOf(context: GuardContext, node: number, isEngine = false): readonly number[] {
  const { program } = context
  const callee = isEngine ? program.operand(node, 0) : -1
  const value = !isEngine ? node : program.op(callee) === Op.Load ? program.operand(callee, 0) : -1
  return value < 0 ? [] : definitionsOf(context, value).filter((one) => program.op(one) === Op.Call)
}

/** Reports whether an option is set to anything other than a falsy constant. */
function isOn(context: GuardContext, option: number | undefined): boolean {
  const { program } = context
  return (
    option !== undefined &&
    definitionsOf(context, option).every(
      (one) => program.op(one) !== Op.Literal || !/^(?:false|False|null|None|0|)$/.test(program.text(one, 1)),
    )
  )
}
