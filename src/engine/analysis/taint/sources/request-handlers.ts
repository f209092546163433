import { requestKeywords, type DecoratorModel } from '../../models/sources/decorators.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { keywordArgument, positionalArguments } from '../../schemas/schema-steps.ts'
import { anyShape, type Shape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import { hasSpread } from './declared-tools.ts'
import { requestParameterLabel, routeLabel } from './source-label.ts'
import type { OfferedTool } from './taint-source.ts'
import { booleanOf } from './tool-sources.ts'

interface AnsweringFunction {
  readonly model: DecoratorModel
  readonly call: number
  readonly index: number
  /** Shape of tool arguments if the server validates them. */
  readonly checked: Shape
}

/**
 * Adds functions that handle requests for all tools and receive the tool name and the arguments as separate parameters.
 */
export function answerRequests(
  known: KnownProgram,
  { model, call, index, checked }: AnsweringFunction,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  const [address] = positionalArguments(known, call)
  if (model.entry !== 'http-request') dispatchers.get(model.offers)?.add(index)
  const validates = keywordArgument(known, call, 'validate_input')
  const parameters = callableParameters(known, index)
  // The server validates arguments only for the tools that it lists. A function that ignores the tool name also handles
  // unlisted tools, so its arguments count as unvalidated.
  const looksAtName = parameters[0] !== undefined && known.program.users(parameters[0].node).length > 0
  const isChecked =
    model.method === 'call_tool' &&
    looksAtName &&
    !hasSpread(known, call) &&
    (validates === undefined || booleanOf(known, validates) === true)
  for (const [place, { node, name }] of parameters.entries()) {
    const label =
      model.entry === 'http-request'
        ? routeLabel(address === undefined ? undefined : constantText(known, address))
        : requestParameterLabel(model.offers, name)
    collected.add({ kind: model.entry, node, shape: isChecked && place === 1 ? checked : anyShape, label })
  }
}

/**
 * Adds the function passed as `Server('s', on_call_tool=call)` in mcp 2.x. It receives the context, followed by the
 * request's `params`.
 */
export function findKeywords(
  known: KnownProgram,
  call: number,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  for (const [keyword, { offers, entry, label }] of requestKeywords) {
    const value = keywordArgument(known, call, keyword)
    for (const index of value === undefined ? [] : callbackFunctions(known, value)) {
      dispatchers.get(offers)?.add(index)
      const parameters = callableParameters(known, index)
      const parameter = parameters[1] ?? parameters[0]
      if (parameter) collected.add({ kind: entry, node: parameter.node, shape: anyShape, label })
    }
  }
}
