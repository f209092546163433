import { dataflowLimits } from '../dataflow-limits.ts'
import { Op } from '../ir/operations.ts'
import { allKinds } from '../taint-kind.ts'
import type { KnownProgram } from './known-program.ts'
import { patternMask } from './pattern-mask.ts'
import { definitionOf, definitionsOf, propertiesOf, type Steps, textOf } from './schema-steps.ts'
import { formatMasks } from './schema-words.ts'
import {
  anyShape,
  anyTextShape,
  bothShapes,
  eitherShape,
  harmlessShape,
  listShape,
  objectShape,
  type Shape,
  textShape,
} from './shape.ts'

const harmlessTypes: ReadonlySet<string> = new Set(['number', 'integer', 'boolean', 'null'])

/**
 * True if an object literal is a JSON Schema: its `type` is a type name, or it has keys that occur only in JSON
 * Schemas.
 */
export function isJsonSchema(known: KnownProgram, object: number): boolean {
  const { values } = propertiesOf(known, object)
  const type = values.get('type')
  if (type !== undefined) {
    const definition = definitionOf(known, type)
    if (
      definition !== undefined &&
      (known.program.op(definition) === Op.Literal || known.program.op(definition) === Op.ArrayOf)
    )
      return true
  }
  const properties = values.get('properties')
  if (
    properties !== undefined &&
    definitionsOf(known, properties).every((one) => known.program.op(one) === Op.ObjectOf)
  )
    return values.size <= 6
  return (
    ['$schema', '$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => values.has(key)) ||
    ((values.has('enum') || values.has('const')) && values.size <= 4)
  )
}

/** How a program validates values against a JSON Schema. */
export interface JsonSchemaCheck {
  readonly steps: Steps
  /** True if `format` is checked. `jsonschema` on PyPI ignores it unless it receives a format checker. */
  readonly checksFormats: boolean
}

/** Returns how the program checks values against a schema at its location. */
export function jsonSchemaCheck({ program }: KnownProgram, schema: number, steps: Steps): JsonSchemaCheck {
  return { steps, checksFormats: program.fileOf(schema).semantics.values.checksSchemaFormats }
}

/** Returns the shape of a value that was validated against a JSON Schema. */
export function jsonSchemaShape(
  known: KnownProgram,
  node: number,
  check: JsonSchemaCheck,
  depth = 0,
): Shape | undefined {
  const { steps, checksFormats } = check
  if (depth > dataflowLimits.maxSchemaDepth || (steps.left -= 1) < 0) return undefined
  const object = definitionOf(known, node)
  if (object === undefined || known.program.op(object) !== Op.ObjectOf) return undefined
  const { values } = propertiesOf(known, object)
  if (values.has('enum') || values.has('const')) return harmlessShape
  const inner = (value: number) => jsonSchemaShape(known, value, check, depth + 1) ?? anyShape
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const choices = items(known, values.get(key))
    if (choices.length > 0) return choices.map(inner).reduce(key === 'allOf' ? bothShapes : eitherShape)
  }
  const types = typesOf(known, values.get('type'))
  if (types.length === 0 && !values.has('properties')) return anyShape
  const shapes = (types.length === 0 ? ['object'] : types).map((type): Shape => {
    if (harmlessTypes.has(type)) return harmlessShape
    if (type === 'array') return listShape(values.has('items') ? inner(values.get('items') ?? -1) : anyShape)
    if (type === 'object') return fieldsShape(known, values, inner)
    if (type !== 'string') return anyShape
    const pattern = textOf(known, values.get('pattern') ?? -1)
    const format = checksFormats ? textOf(known, values.get('format') ?? -1) : undefined
    return textShape(
      (pattern === undefined ? anyTextShape.carries : patternMask(pattern, '')) &
        (formatMasks.get(format ?? '') ?? allKinds),
    )
  })
  return shapes.reduce(eitherShape)
}

function fieldsShape(known: KnownProgram, values: ReadonlyMap<string, number>, inner: (value: number) => Shape): Shape {
  const properties = definitionOf(known, values.get('properties') ?? -1)
  const additional = values.get('additionalProperties')
  const others = additional === undefined ? anyShape : isFalse(known, additional) ? harmlessShape : inner(additional)
  if (properties === undefined || known.program.op(properties) !== Op.ObjectOf) return objectShape(new Map(), others)
  const { values: fields, isOpen } = propertiesOf(known, properties)
  return objectShape(new Map([...fields].map(([key, value]) => [key, inner(value)])), isOpen ? anyShape : others)
}

function isFalse(known: KnownProgram, node: number): boolean {
  const definition = definitionOf(known, node)
  return (
    definition !== undefined &&
    known.program.op(definition) === Op.Literal &&
    known.program.text(definition, 1).toLowerCase() === 'false'
  )
}

function typesOf(known: KnownProgram, node: number | undefined): readonly string[] {
  if (node === undefined) return []
  const text = textOf(known, node)
  return text === undefined ? items(known, node).map((item) => textOf(known, item) ?? 'any') : [text]
}

function items(known: KnownProgram, node: number | undefined): readonly number[] {
  const list = node === undefined ? undefined : definitionOf(known, node)
  if (list === undefined || known.program.op(list) !== Op.ArrayOf) return []
  return Array.from(
    { length: Math.min(known.program.operandCount(list), dataflowLimits.maxProperties) },
    (_none, index) => known.program.operand(list, index),
  )
}
