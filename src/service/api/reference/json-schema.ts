/** JSON Schema 2020-12 keywords that occur in the API. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
}

/** Named schemas of a document. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>

/** Returns the name in a reference such as `#/components/schemas/Scan`. */
export function referredName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1)
}

/**
 * Returns the referenced schema, or the schema itself. Keywords next to the reference override those of the referenced
 * schema.
 */
export function resolved(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const name = referredName(schema)
  const target = name === undefined ? undefined : named[name]
  if (!target) return schema
  const { $ref: _, ...beside } = schema
  return { ...resolved(target, named), ...beside }
}
