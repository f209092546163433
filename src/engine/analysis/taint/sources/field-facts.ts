import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { isJsonSchema } from '../../schemas/json-schema.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionOf,
  definitionsOf,
  positionalArguments,
  propertiesOf,
  receiverOf,
  textOf,
} from '../../schemas/schema-steps.ts'
import { schemaWords } from '../../schemas/schema-words.ts'
import { constantText } from './constant-text.ts'
import type { OfferedParameter } from './taint-source.ts'

type FieldFacts = Pick<OfferedParameter, 'type' | 'required' | 'enum' | 'default'>

/** Schema library methods and functions that make a field optional. */
const leavesOut: ReadonlySet<string> = new Set([
  'optional',
  'nullish',
  'default',
  'prefault',
  'catch',
  'exactOptional',
  'undefinedable',
  'Optional',
])

/** Returns the constraints stated by a schema field: its type, whether it is required, and its allowed values. */
export function fieldFacts(known: KnownProgram, field: number): FieldFacts {
  const definition = definitionOf(known, field)
  if (definition === undefined) return {}
  if (known.program.op(definition) === Op.ObjectOf) return jsonSchemaFacts(known, definition)
  let [node, required, values] = [definition, true, [] as readonly string[]]
  let fallback: string | undefined
  for (let steps = 0; steps < dataflowLimits.maxSpreads * 10; steps += 1) {
    const op = known.program.op(node)
    const name = op === Op.Call || op === Op.New ? calledName(known, node) : undefined
    if (name === undefined) return {}
    if (leavesOut.has(name)) required = false
    const [first] = positionalArguments(known, node)
    if (name === 'default' && first !== undefined) fallback ??= constantText(known, first)
    if (
      values.length === 0 &&
      first !== undefined &&
      (name === 'enum' || name === 'picklist' || name === 'literal' || name === 'valid')
    )
      values = textsOf(known, first)
    const receiver = receiverOf(known, node)
    const [inner] = receiver === undefined ? [] : definitionsOf(known, receiver)
    const isChain = inner !== undefined && (known.program.op(inner) === Op.Call || known.program.op(inner) === Op.New)
    if (isChain) node = inner
    else if (schemaWords.get(name) === 'inner' && first !== undefined) node = definitionOf(known, first) ?? -1
    else
      return schemaWords.has(name)
        ? {
            type: name,
            required,
            ...(values.length > 0 && { enum: values }),
            ...(fallback !== undefined && { default: fallback }),
          }
        : {}
  }
  return {}
}

function jsonSchemaFacts(known: KnownProgram, object: number): FieldFacts {
  const { values } = propertiesOf(known, object)
  const type = textOf(known, values.get('type') ?? -1)
  const texts = textsOf(known, values.get('enum') ?? -1)
  const fallback = values.has('default') ? constantText(known, values.get('default') ?? -1) : undefined
  return {
    ...(fallback !== undefined && { default: fallback }),
    ...(type !== undefined && { type: type.slice(0, 300) }),
    ...(texts.length > 0 && { enum: texts }),
  }
}

/** Returns the strings of a constant or of a list of constants. Empty if any of them is unknown. */
function textsOf(known: KnownProgram, node: number): readonly string[] {
  const { program } = known
  const list = node < 0 ? undefined : definitionOf(known, node)
  if (list === undefined) return []
  const items =
    program.op(list) === Op.ArrayOf
      ? Array.from({ length: Math.min(program.operandCount(list), 100) }, (_none, index) =>
          program.operand(list, index),
        )
      : [list]
  const texts = items.map((item) => textOf(known, item)).filter((text) => text !== undefined)
  return texts.length === items.length ? texts.map((text) => text.slice(0, 300)) : []
}

/** Returns a JSON Schema's required names, or undefined for any other value. */
export function requiredNames(known: KnownProgram, schema: number): ReadonlySet<string> | undefined {
  const object = definitionOf(known, schema)
  if (object === undefined || known.program.op(object) !== Op.ObjectOf || !isJsonSchema(known, object)) return undefined
  const required = propertiesOf(known, object).values.get('required')
  return new Set(required === undefined ? [] : textsOf(known, required))
}

const opening: ReadonlySet<string> = new Set([
  'passthrough',
  'loose',
  'looseObject',
  'record',
  'looseRecord',
  'any',
  'unknown',
])

/**
 * Reports whether a schema accepts undeclared fields: `additionalProperties: true`, `.passthrough()`, `z.record(…)`.
 */
export function isOpenSchema(known: KnownProgram, schema: number): boolean {
  const { program } = known
  const definition = definitionOf(known, schema)
  if (definition === undefined) return false
  if (program.op(definition) === Op.Call) return opening.has(calledName(known, definition) ?? '')
  const additional =
    program.op(definition) === Op.ObjectOf && isJsonSchema(known, definition)
      ? propertiesOf(known, definition).values.get('additionalProperties')
      : undefined
  const value = additional === undefined ? undefined : definitionOf(known, additional)
  return (
    value !== undefined &&
    program.op(value) === Op.Literal &&
    program.operand(value, 0) === LiteralKind.boolean &&
    program.text(value, 1).toLowerCase() === 'true'
  )
}
