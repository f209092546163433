import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import { isJsonSchema } from '../../schemas/json-schema.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionsOf,
  keywordArgument,
  positionalArguments,
  propertiesOf,
  receiverOf,
  type Steps,
} from '../../schemas/schema-steps.ts'
import { constantText } from './constant-text.ts'
import type { OfferedTool } from './taint-source.ts'
import { fieldFacts, requiredNames } from './field-facts.ts'

/**
 * Returns the names and descriptions of the parameters in a tool schema. The schema may use zod or a similar library,
 * JSON Schema, or a plain object whose values are schemas.
 */
export function schemaParameters(known: KnownProgram, schema: number): OfferedTool['parameters'] {
  const required = requiredNames(known, schema)
  return [...fieldsOf(known, schema, { left: dataflowLimits.maxTypeParts })]
    .slice(0, dataflowLimits.maxToolParameters)
    .map(([name, field]) => ({
      name,
      description: descriptionOf(known, field),
      ...fieldFacts(known, field),
      ...(required && { required: required.has(name) }),
    }))
}

const extending: ReadonlySet<string> = new Set([
  'extend',
  'safeExtend',
  'merge',
  'and',
  'augment',
  'keys',
  'intersection',
  'Intersect',
  'Composite',
])

function fieldsOf(known: KnownProgram, node: number, steps: Steps, depth = 0): ReadonlyMap<string, number> {
  const { program } = known
  const fields = new Map<string, number>()
  if (node < 0 || depth > dataflowLimits.maxSchemaDepth || (steps.left -= 1) < 0) return fields
  const [definition = node] = definitionsOf(known, node)
  const take = (from: number) => {
    for (const [name, field] of fieldsOf(known, from, steps, depth + 1)) fields.set(name, field)
  }
  switch (program.op(definition)) {
    case Op.ObjectOf: {
      const { values } = propertiesOf(known, definition)
      if (!isJsonSchema(known, definition)) return values
      take(values.get('properties') ?? -1)
      return fields
    }
    case Op.Call: {
      const receiver = receiverOf(known, definition)
      const args = positionalArguments(known, definition)
      const isExtending = extending.has(calledName(known, definition) ?? '')
      if (receiver !== undefined) take(receiver)
      if (fields.size === 0 || isExtending) for (const argument of isExtending ? args : args.slice(0, 1)) take(argument)
      return fields
    }
    case Op.Load:
      take(['shape', 'fields', 'entries'].includes(program.text(definition, 1)) ? program.operand(definition, 0) : -1)
      return fields
    default:
      return fields
  }
}

/** Returns a field's description, as given by `.describe('…')`, `.meta({ description })`, or `{ description }`. */
export function descriptionOf(known: KnownProgram, field: number): string | undefined {
  const { program } = known
  let [node] = definitionsOf(known, field)
  for (let steps = 0; node !== undefined && steps < dataflowLimits.maxSpreads * 10; steps += 1) {
    if (program.op(node) === Op.ObjectOf) return textAt(known, node, 'description')
    if (program.op(node) !== Op.Call) return undefined
    const byName = keywordArgument(known, node, 'description')
    if (byName !== undefined) return constantText(known, byName)
    for (const argument of positionalArguments(known, node)) {
      const [definition] = definitionsOf(known, argument)
      if (calledName(known, node) === 'describe' || calledName(known, node) === 'description')
        return constantText(known, argument)
      const described =
        definition !== undefined && program.op(definition) === Op.ObjectOf
          ? textAt(known, definition, 'description')
          : undefined
      if (described !== undefined) return described
    }
    const receiver = receiverOf(known, node)
    node = receiver === undefined ? undefined : definitionsOf(known, receiver)[0]
  }
  return undefined
}

/** Returns the constant string under a key of an object literal. */
export function textAt(known: KnownProgram, object: number, key: string): string | undefined {
  const value = propertiesOf(known, object).values.get(key)
  return value === undefined ? undefined : constantText(known, value)
}
