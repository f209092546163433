import { Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { definitionsOf, keywordArgument, positionalArguments, propertiesOf } from '../schemas/schema-steps.ts'

/** Returns the node of the description in a registration or definition, or -1. */
export function descriptionAt(known: KnownProgram, node: number): number {
  const { program } = known
  if (program.op(node) === Op.ObjectOf) return propertiesOf(known, node).values.get('description') ?? -1
  if (program.op(node) !== Op.Call && program.op(node) !== Op.New) return -1
  const decorator = program.operand(node, 0)
  const named =
    keywordArgument(known, node, 'description') ??
    (program.op(decorator) === Op.Call ? keywordArgument(known, decorator, 'description') : undefined)
  if (named !== undefined) return named
  const [, second, third] = positionalArguments(known, node)
  if (second === undefined) return -1
  for (const definition of definitionsOf(known, second))
    if (program.op(definition) === Op.ObjectOf) return propertiesOf(known, definition).values.get('description') ?? -1
  // `server.tool(name, description, schema, callback)`. Two arguments are a name and a callback.
  return third === undefined ? -1 : second
}
