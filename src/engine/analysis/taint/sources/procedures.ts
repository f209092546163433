import { httpServerLanguage } from '../../models/server-surface/http-servers.ts'
import { procedureInput, procedureMethods } from '../../models/sources/http-routes.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { shapeOfSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, harmlessShape, objectShape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { httpRequestLabel } from './source-label.ts'

/** Maximum number of calls to follow in a chain. */
const maxChain = 20

/** Finds tRPC procedures: `procedure.input(schema).mutation(({ input }) => …)`. */
export function findProcedures(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  for (const method of procedureMethods)
    for (const call of survey.methodCalls.get(method) ?? []) {
      if (known.program.fileOf(call).semantics.libraries !== httpServerLanguage) continue
      const [resolver] = positionalArguments(known, call)
      const schema = resolver === undefined ? undefined : inputSchema(known, call)
      if (resolver === undefined || schema === undefined) continue
      const input = shapeOfSchema(known, schema) ?? anyShape
      const shape = objectShape(new Map([[procedureInput, input]]), harmlessShape)
      for (const index of callbackFunctions(known, resolver)) {
        const [first] = callableParameters(known, index)
        if (first) collected.add({ kind: 'http-request', node: first.node, shape, label: httpRequestLabel })
      }
    }
}

/** Returns the schema passed to the last `input` in the chain before a call. */
function inputSchema(known: KnownProgram, call: number): number | undefined {
  let node = receiverOf(known, call)
  for (let step = 0; step < maxChain && node !== undefined && known.program.op(node) === Op.Call; step += 1) {
    const given = positionalArguments(known, node)
    if (calledName(known, node) === procedureInput) return given.length === 1 ? given[0] : undefined
    node = receiverOf(known, node)
  }
  return undefined
}
