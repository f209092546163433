import { Op } from '../ir/operations.ts'
import { definitionsOf, keywordArgument, propertiesOf } from '../schemas/schema-steps.ts'
import type { ServerSurfaceContext } from './surface-context.ts'

/** Returns the value of a keyword argument, including one from a spread mapping: `FastMCP('s', **options)`. */
export function namedArgument(context: ServerSurfaceContext, call: number, name: string): number | undefined {
  const { program } = context
  const given = keywordArgument(context, call, name)
  if (given !== undefined) return given
  for (const mapping of spreadMappings(context, call)) {
    const [stored] = context.references.attribute(mapping, name)
    if (stored !== undefined && stored < program.nodeCount) return stored
    for (const definition of definitionsOf(context, mapping)) {
      const value =
        program.op(definition) === Op.ObjectOf
          ? propertiesOf(context, definition).values.get(name)
          : keywordArgument(context, definition, name)
      if (value !== undefined) return value
    }
  }
  return undefined
}

/** True if the call spreads a mapping that cannot be resolved and may contain more arguments. */
export function hasUnknownArguments(context: ServerSurfaceContext, call: number): boolean {
  const { program } = context
  return spreadMappings(context, call).some((mapping) =>
    definitionsOf(context, mapping).some((definition) =>
      program.op(definition) === Op.ObjectOf
        ? propertiesOf(context, definition).isOpen
        : !(
            program.op(definition) === Op.Call &&
            context.references.externals(program.operand(definition, 0)).includes('dict')
          ),
    ),
  )
}

function spreadMappings({ program }: ServerSurfaceContext, call: number): readonly number[] {
  if (program.op(call) !== Op.Call && program.op(call) !== Op.New) return []
  const found: number[] = []
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) === Op.SpreadKeywords) found.push(program.operand(argument, 0))
  }
  return found
}
