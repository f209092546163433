import fc from 'fast-check'
import { type JsonSchema, type NamedSchemas, resolved } from '../../../../src/service/api/reference/json-schema.ts'

/** Values of callers that did not read the document, or that are malicious. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '__proto__',
    '../../etc',
    "' or 1=1",
    'x'.repeat(3_000),
    -1,
    0,
    1e308,
    2 ** 53,
    null,
  ),
)

const examplesOf = (schema: JsonSchema): fc.Arbitrary<unknown>[] =>
  schema.examples?.length ? [fc.constantFrom(...schema.examples)] : []

/** Values that a schema allows. */
export function valid(schema: JsonSchema, named: NamedSchemas): fc.Arbitrary<unknown> {
  const shape = resolved(schema, named)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  switch (shape.type) {
    case 'object': {
      const properties = Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, property]) => [name, valid(property, named)]),
      )
      return fc.record(properties, { requiredKeys: [...(shape.required ?? [])] })
    }
    case 'array':
      return fc.array(valid(shape.items ?? {}, named), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 5, 5),
      })
    case 'integer':
      return fc.integer({ min: shape.minimum ?? 0, max: Math.min(shape.maximum ?? 1_000, 1_000) })
    case 'boolean':
      return fc.boolean()
    default:
      if (shape.format === 'date-time')
        return fc
          .date({ min: new Date(), noInvalidDate: true, max: new Date('2099-01-01') })
          .map((date) => date.toISOString())
      return fc.oneof(
        ...examplesOf(shape),
        fc.string({ minLength: shape.minLength ?? 0, maxLength: Math.min(shape.maxLength ?? 50, 50) }),
      )
  }
}

/** Mostly invalid values: a part has a different type, is missing, or is unknown. */
export function mixed(schema: JsonSchema, named: NamedSchemas): fc.Arbitrary<unknown> {
  const shape = resolved(schema, named)
  if (shape.type !== 'object') return fc.oneof(valid(shape, named), anything)
  const properties = Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, property]) => [
      name,
      fc.oneof(valid(property, named), anything),
    ]),
  )
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(properties, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...properties, surplus: anything }, { requiredKeys: ['surplus'] }) },
    { weight: 1, arbitrary: anything },
  )
}
