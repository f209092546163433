import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, keywordArgument } from '../../schemas/schema-steps.ts'
import { shapeOfJsonSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, eitherShape, objectShape, type Shape } from '../../schemas/shape.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText, readText } from './constant-text.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { isOpenSchema } from './field-facts.ts'
import { schemaParameters } from './schema-parameters.ts'
import { booleanOf } from './tool-sources.ts'

/** Calls that may be `Tool(…)`. */
export const toolCalls = (survey: EntryPointIndex): readonly number[] => [
  ...survey.plainCalls,
  ...(survey.methodCalls.get('Tool') ?? []),
]

/**
 * What a server of mcp 1.x lets through to the function behind `@server.call_tool()`: since 1.10 it checks the
 * arguments against the input schema of the tool that is called. A field has the shapes of all tools that declare it.
 * Anything, where a `Tool(…)` has no schema that can be read field by field.
 */
export function checkedArguments(known: KnownProgram, survey: EntryPointIndex): Shape {
  const fields = new Map<string, Shape>()
  for (const call of toolCalls(survey)) {
    if (
      calledName(known, call) !== 'Tool' ||
      known.program.fileOf(call).semantics.libraries !== decoratedServerLanguage
    )
      continue
    const schema = inputSchemaOf(known, call)
    const shape = schema === undefined ? undefined : shapeOfJsonSchema(known, schema)
    if (!shape?.fields || hasSpread(known, call)) return anyShape
    for (const [name, field] of shape.fields) {
      const other = fields.get(name)
      fields.set(name, other ? eitherShape(other, field) : field)
    }
  }
  return fields.size === 0 ? anyShape : objectShape(fields, anyShape)
}

/** Whether a call takes keywords from a value: `Tool(**spec)`. */
export function hasSpread({ program }: KnownProgram, call: number): boolean {
  return Array.from({ length: program.operandCount(call) }, (_none, index) =>
    program.op(program.operand(call, index)),
  ).includes(Op.SpreadKeywords)
}

/** The schema of `Tool(…, inputSchema=…)`. */
function inputSchemaOf(known: KnownProgram, call: number): number | undefined {
  if (calledName(known, call) !== 'Tool') return undefined
  return keywordArgument(known, call, 'inputSchema') ?? keywordArgument(known, call, 'input_schema')
}

/** `Tool(name='read', description='…', inputSchema={…})` in the list of a server. */
export function declareTool(known: KnownProgram, call: number, collected: CollectedSources): void {
  const schema = inputSchemaOf(known, call)
  if (schema === undefined) return
  const nameNode = keywordArgument(known, call, 'name')
  const name = nameNode === undefined ? undefined : constantText(known, nameNode)
  if (name === undefined) return
  const said = (keyword: string) => {
    const value = keywordArgument(known, call, keyword)
    return value === undefined ? undefined : constantText(known, value)
  }
  const hints = keywordArgument(known, call, 'annotations')
  const described = keywordArgument(known, call, 'description')
  const description = described === undefined ? undefined : readText(known, described)
  collected.tool(
    { kind: 'tool', name, node: call },
    {
      description: description?.text,
      isDynamic: description?.isDynamic ?? false,
      title: said('title'),
      parameters: schemaParameters(known, schema),
      isOpen: isOpenSchema(known, schema),
      annotations: hints === undefined ? {} : keywordHints(known, hints),
    },
  )
}

/** `annotations=ToolAnnotations(readOnlyHint=True)` */
export function keywordHints(known: KnownProgram, node: number): Record<string, boolean> {
  const { program } = known
  const found: Record<string, boolean> = {}
  if (program.op(node) !== Op.Call && program.op(node) !== Op.New) return found
  for (let index = 1; index < program.operandCount(node); index += 1) {
    const argument = program.operand(node, index)
    const constant =
      program.op(argument) === Op.Keyword && program.text(argument, 0).endsWith('Hint')
        ? booleanOf(known, program.operand(argument, 1))
        : undefined
    if (constant !== undefined) found[program.text(argument, 0)] = constant
  }
  return found
}
