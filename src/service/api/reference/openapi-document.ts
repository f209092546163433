import type { JsonSchema, NamedSchemas } from './json-schema.ts'

/** Body of one media type. */
export interface MediaType {
  readonly schema: JsonSchema
  example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** Parameter in the path or query, or a header. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

/** Response for one status. */
export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<Record<string, MediaType>>
}

/** Operation: one method of one path. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, ResponseObject>>
}

/** Subset of OpenAPI 3.1 documents that Assay generates and reads. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: { readonly schemas?: NamedSchemas; readonly securitySchemes: Readonly<Record<string, unknown>> }
  /** Security requirements of operations that define none of their own. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  /** Webhook requests by event. */
  readonly webhooks: Readonly<Record<string, { readonly post: Omit<Operation, 'tags'> }>>
}
