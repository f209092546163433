import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionsOf,
  positionalArguments,
  propertiesOf,
  type Steps,
  textOf,
} from '../../schemas/schema-steps.ts'

import { callableParameters, callbackFunctions, parameterFor } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import type { OfferedTool } from './taint-source.ts'
import { dispatchersOfSdk, type RequestModel, requestModels } from '../../models/sources/requests.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { surroundingsShape } from './tool-sources.ts'

/** Adds the requests for which a server has its own handlers. Returns the handling functions. */
export function findRequests(
  known: KnownProgram,
  survey: EntryPointIndex,
  collected: CollectedSources,
): Map<OfferedTool['kind'], Set<number>> {
  const dispatchers = new Map<OfferedTool['kind'], Set<number>>([
    ['tool', new Set()],
    ['prompt', new Set()],
    ['resource', new Set()],
  ])
  for (const call of survey.methodCalls.get('setRequestHandler') ?? []) {
    const [schema, callback] = positionalArguments(known, call)
    if (schema === undefined || callback === undefined || isOfSdk(known, call)) continue
    const model = requestOf(known, schema)
    if (!model) continue
    for (const index of callbackFunctions(known, callback)) {
      dispatchers.get(model.offers)?.add(index)
      const parameters = callableParameters(known, index)
      const taken = parameterFor(parameters, 0, model.shape)
      if (taken) collected.add({ kind: model.entry, node: taken.node, shape: taken.shape, label: model.label })
      const surroundings = parameters[1] && parameterFor(parameters, 1, surroundingsShape)
      if (surroundings && parameters[1]?.node === surroundings.node)
        collected.add({
          kind: 'http-request',
          node: surroundings.node,
          shape: surroundings.shape,
          label: { part: 'request', of: 'tool' },
        })
    }
  }
  return dispatchers
}

function isOfSdk({ program }: KnownProgram, call: number): boolean {
  return dispatchersOfSdk.has(program.functions[program.functionOf(call)]?.name ?? '')
}

/**
 * Returns the request that a schema describes, judging by the schema's name or the method's name. If the SDK is bundled
 * with the program, the method name is a literal in the schema.
 */
function requestOf(known: KnownProgram, node: number): RequestModel | undefined {
  const { program, references } = known
  const text = textOf(known, node)
  if (text !== undefined) return requestModels.find(({ method }) => method === text)
  const names = new Set([
    ...references.externals(node).map((name) => name.slice(name.lastIndexOf('.') + 1)),
    ...nameOf(program, node),
  ])
  const byName = requestModels.find(({ schema }) => names.has(schema))
  if (byName) return byName
  for (const definition of definitionsOf(known, node)) {
    const method = methodIn(known, definition, { left: dataflowLimits.maxCallbackSteps })
    if (method !== undefined) return requestModels.find((model) => model.method === method)
  }
  return undefined
}

function nameOf(program: KnownProgram['program'], node: number): string[] {
  const op = program.op(node)
  if (op === Op.Load || op === Op.Import) return [program.text(node, 1)]
  if (op === Op.Global) return [program.text(node, 0)]
  return op === Op.Capture ? nameOf(program, program.operand(node, 0)) : []
}

/** Returns the method named by a request schema: `RequestSchema.extend({ method: literal('tools/call') })`. */
function methodIn(known: KnownProgram, node: number, steps: Steps, depth = 0): string | undefined {
  const { program } = known
  if (depth > 6 || (steps.left -= 1) < 0) return undefined
  const definitions = definitionsOf(known, node)
  for (const definition of definitions.slice(0, 8)) {
    if (program.op(definition) === Op.ObjectOf) {
      const method = propertiesOf(known, definition).values.get('method')
      const found = method === undefined ? undefined : literalIn(known, method)
      if (found !== undefined) return found
    } else if (program.op(definition) === Op.Call || program.op(definition) === Op.New) {
      for (const argument of positionalArguments(known, definition).slice(0, 4)) {
        const found = methodIn(known, argument, steps, depth + 1)
        if (found !== undefined) return found
      }
    }
  }
  return undefined
}

/** Returns the string in `z.literal('tools/call')`, or the string itself. */
function literalIn(known: KnownProgram, node: number): string | undefined {
  const text = textOf(known, node)
  if (text !== undefined) return text
  const [definition] = definitionsOf(known, node)
  if (
    definition === undefined ||
    known.program.op(definition) !== Op.Call ||
    calledName(known, definition) === undefined
  )
    return undefined
  const [first] = positionalArguments(known, definition)
  return first === undefined ? undefined : textOf(known, first)
}
