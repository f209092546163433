import { docstring } from './docstring.ts'
import { type JsonSchema, referredName } from '../src/service/api/reference/json-schema.ts'

/** Returns the TypeScript type for a JSON Schema. */
export function typeSource(schema: JsonSchema, indent = ''): string {
  const name = referredName(schema)
  if (name !== undefined) return name
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeSource(choice, indent)).join(' | ')
  switch (schema.type) {
    case 'object':
      return schema.properties ? propertiesSource(schema, indent) : recordSource(schema, indent)
    case 'array':
      return `readonly ${parenthesized(typeSource(schema.items ?? {}, indent))}[]`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

/** Returns the members of an object type with their descriptions. */
export function propertiesSource({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, property]) => {
    const description = property.description?.replaceAll('\n', ' ')
    return (
      `${docstring(description, inner)}${inner}readonly ` +
      `${/^\w+$/.test(name) ? name : literal(name)}${required.includes(name) ? '' : '?'}: ` +
      `${typeSource(property, inner)}\n`
    )
  })
  return `{\n${members.join('')}${indent}}`
}

function recordSource({ propertyNames, additionalProperties }: JsonSchema, indent: string): string {
  const value = typeof additionalProperties === 'object' ? typeSource(additionalProperties, indent) : 'unknown'
  const keys = propertyNames ? typeSource(propertyNames, indent) : 'string'
  return keys === 'string' ? `Readonly<Record<string, ${value}>>` : `Readonly<Partial<Record<${keys}, ${value}>>>`
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll(/[\\']/g, '\\$&')}'` : JSON.stringify(value)

const parenthesized = (type: string) => (/ \| /.test(type) && !type.startsWith('{') ? `(${type})` : type)
