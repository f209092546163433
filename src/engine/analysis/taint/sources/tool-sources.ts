import { LiteralKind, Op, ParameterKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf } from '../../schemas/schema-steps.ts'
import { anyShape, harmlessShape, objectShape, type Shape } from '../../schemas/shape.ts'
import { callableParameters, parameterFor } from './callbacks.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { offerLabel } from './source-label.ts'
import type { TaintSourceKind, OfferedTool } from './taint-source.ts'

/** Source kinds for the arguments of a tool or prompt, or for the URI of a resource. */
export const sourceKindOf = {
  tool: 'tool-argument',
  prompt: 'prompt-argument',
  resource: 'resource-uri',
} as const satisfies Record<OfferedTool['kind'], TaintSourceKind>

/**
 * Shape of the request context passed to a callback. The client controls its own identity and the request headers; the
 * server controls the rest.
 */
export const surroundingsShape: Shape = objectShape(
  new Map([
    ['requestInfo', anyShape],
    ['authInfo', anyShape],
    ['http', anyShape],
    ['headers', anyShape],
  ]),
  harmlessShape,
)

export interface ToolCallback {
  readonly index: number
  readonly kind: OfferedTool['kind']
  readonly name: string
  /** Tool that the function belongs to. Undefined if it belongs to several tools. */
  readonly draft: ToolDraft | undefined
  readonly shape: Shape
  /** False if the function receives only the context. */
  readonly takesArguments: boolean
}

/**
 * Adds sources for a function that a server calls with arguments, followed by the context. For a resource, the
 * arguments are the URI and then the template variables.
 */
export function addCallSources(
  known: KnownProgram,
  { index, kind, name, draft, shape, takesArguments }: ToolCallback,
  collected: CollectedSources,
): void {
  const parameters = callableParameters(known, index)
  const count = !takesArguments ? 0 : kind === 'resource' ? 2 : 1
  for (let place = 0; place < count; place += 1) {
    const taken = parameterFor(parameters, place, shape)
    if (taken && taken.shape.carries !== 0)
      collected.add({
        kind: sourceKindOf[kind],
        node: taken.node,
        shape: taken.shape,
        label: offerLabel(kind, name),
        tool: draft,
      })
  }
  const surroundings = parameters[count]
  if (
    surroundings &&
    parameterFor(parameters, count, anyShape)?.node === surroundings.node &&
    surroundings.kind === ParameterKind.positional
  ) {
    collected.add({
      kind: 'http-request',
      node: surroundings.node,
      shape: surroundingsShape,
      label: { part: 'request', of: kind, owner: name },
      tool: draft,
    })
  }
}

/** Returns the hints found in objects, such as `readOnlyHint`. Includes hints under `annotations`. */
export function annotationsIn(known: KnownProgram, nodes: readonly number[]): Record<string, boolean> {
  const found: Record<string, boolean> = {}
  for (const node of nodes) {
    for (const definition of definitionsOf(known, node)) {
      const { values } = propertiesOf(known, definition)
      const inner = values.get('annotations')
      if (inner !== undefined) Object.assign(found, annotationsIn(known, [inner]))
      for (const [key, value] of values) {
        const isConstant = key.endsWith('Hint') && !isReplaced(known, definition, key)
        const constant = isConstant ? booleanOf(known, value) : undefined
        if (constant !== undefined) found[key] = constant
      }
    }
  }
  return found
}

/** Reports whether an assignment such as `annotations.readOnlyHint = false` replaces an attribute of an object. */
function isReplaced(known: KnownProgram, object: number, key: string): boolean {
  const { program } = known
  for (const user of program.users(object)) {
    const op = program.op(user)
    if (op === Op.Typed && isReplaced(known, user, key)) return true
    if ((op !== Op.Store && op !== Op.StoreDynamic) || program.operand(user, 0) !== object) continue
    const stored = op === Op.Store ? program.text(user, 1) : program.literalText(program.operand(user, 1))
    if (stored === undefined || stored === key) return true
  }
  return false
}

/** Returns the value of a boolean constant. Undefined for other values. */
export function booleanOf(known: KnownProgram, node: number): boolean | undefined {
  const [definition, other] = definitionsOf(known, node)
  const { program } = known
  if (definition === undefined || other !== undefined) return undefined
  // Minifiers write `true` as `!0`.
  if (
    program.op(definition) === Op.Unary &&
    program.text(definition, 0) === '!' &&
    program.op(program.operand(definition, 1)) === Op.Literal
  )
    return program.text(program.operand(definition, 1), 1) === '0'
  if (program.op(definition) !== Op.Literal || program.operand(definition, 0) !== LiteralKind.boolean) return undefined
  return program.text(definition, 1).toLowerCase() === 'true'
}
