import { type JsonSchema, type NamedSchemas, referredName, resolved } from './json-schema.ts'

/** Time and date used in examples. */
const exampleMoment = '2026-01-31T12:00:00.000Z'

const byFormat: Readonly<Record<string, string>> = {
  'date-time': exampleMoment,
  date: exampleMoment.slice(0, 10),
  uri: 'https://assay.example/',
  uuid: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10',
}

/**
 * Returns an example value for a schema. Uses the schema's `examples` if present. Includes an optional property only if
 * it or one of its parts has an example, so the schema controls its example.
 */
export function exampleOf(schema: JsonSchema, named: NamedSchemas): unknown {
  const shape = resolved(schema, named)
  if (shape.examples?.length) return shape.examples[0]
  if (shape.default !== undefined) return shape.default
  if (shape.const !== undefined) return shape.const
  if (shape.enum?.length) return shape.enum[0]
  const choice = (shape.anyOf ?? shape.oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return exampleOf(choice, named)
  switch (typeOf(shape)) {
    case 'object':
      return Object.fromEntries(
        shownProperties(shape, named).map(([name, property]) => [name, exampleOf(property, named)]),
      )
    case 'array':
      return shape.items && ((shape.minItems ?? 0) > 0 || hasExample(shape.items, named))
        ? [exampleOf(shape.items, named)]
        : []
    case 'integer':
    case 'number':
      return shape.minimum ?? (shape.exclusiveMinimum === undefined ? 0 : shape.exclusiveMinimum + 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return byFormat[shape.format ?? ''] ?? 'text'
  }
}

function typeOf({ type, properties }: JsonSchema): string | undefined {
  return typeof type === 'string'
    ? type
    : (type?.find((name) => name !== 'null') ?? (properties ? 'object' : undefined))
}

function shownProperties(shape: JsonSchema, named: NamedSchemas): [string, JsonSchema][] {
  return Object.entries(shape.properties ?? {}).filter(
    ([name, property]) => shape.required?.includes(name) || hasExample(property, named),
  )
}

/** Reports whether a schema or any of its parts has an example. */
function hasExample(schema: JsonSchema, named: NamedSchemas, seen: ReadonlySet<string> = new Set()): boolean {
  const name = referredName(schema)
  if (name !== undefined && seen.has(name)) return false
  const shape = resolved(schema, named)
  if (shape.examples?.length) return true
  const inside = [
    ...Object.values(shape.properties ?? {}),
    ...(shape.items ? [shape.items] : []),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
  ]
  const known = name === undefined ? seen : new Set([...seen, name])
  return inside.some((part) => hasExample(part, named, known))
}
