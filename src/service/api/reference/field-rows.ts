import { type JsonSchema, type NamedSchemas, referredName, resolved } from './json-schema.ts'

/** Table row for a field or parameter. */
export interface FieldRow {
  /** Field path, such as `results.grade`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  /** Schema name, if the schema has its own table on the page. */
  readonly shape: string | undefined
}

/**
 * Returns all fields of an object, including nested ones. Does not expand named schemas, because they have their own
 * tables.
 */
export function fieldRows(schema: JsonSchema, named: NamedSchemas, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = resolved(schema, named)
  return Object.entries(properties).flatMap(([field, property]) => {
    const name = `${prefix}${field}`
    const element = property.items ?? property
    const shape = referredName(element)
    const described = resolved(property, named)
    const row = {
      name,
      type: typeText(property, named),
      isRequired: required.includes(field),
      description: described.description ?? '',
      shape: shape !== undefined && named[shape]?.properties ? shape : undefined,
    }
    return [row, ...(shape === undefined ? fieldRows(element, named, property.items ? `${name}[].` : `${name}.`) : [])]
  })
}

/** Describes a value's type with its bounds and allowed values. */
export function typeText(schema: JsonSchema, named: NamedSchemas): string {
  const shape = resolved(schema, named)
  if (shape.enum) return shape.enum.map(String).join(' | ')
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.type === 'array' && shape.items) return `array of ${typeText(shape.items, named)}`
  const bounds = [
    shape.minimum === undefined ? [] : [`from ${shape.minimum}`],
    shape.maximum === undefined || shape.maximum >= Number.MAX_SAFE_INTEGER ? [] : [`to ${shape.maximum}`],
    shape.maxLength === undefined ? [] : [`at most ${shape.maxLength} characters`],
    shape.default === undefined ? [] : [`default ${JSON.stringify(shape.default)}`],
  ].flat()
  return [shape.format ?? (typeof shape.type === 'string' ? shape.type : 'any'), ...bounds].join(', ')
}
