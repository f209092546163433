import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { assay } from '../../engine/model/product.ts'
import { endpoints } from './catalogue.ts'
import { type Endpoint, tags } from './endpoint.ts'
import { exampleOf } from './reference/example-value.ts'
import type { NamedSchemas } from './reference/json-schema.ts'
import type { OpenApiDocument } from './reference/openapi-document.ts'
import { requestHeadersOf } from './reference/request-headers.ts'
import { responsesOf } from './reference/responses.ts'
import { tagDescriptions } from './reference/tag-descriptions.ts'
import { securityOf, securitySchemes, usualSecurity } from './reference/security-schemes.ts'
import { openApiWebhooks } from './reference/webhooks.ts'

export const openApiPath = '/api/v1/openapi.json'

/** Returns the OpenAPI 3.1 document for the API, generated from the catalogue. `publicUrl` has no trailing slash. */
export function openApiDocument(publicUrl: string, catalogue: readonly Endpoint[] = endpoints): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of catalogue) {
    const path = openApiPathOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, publicUrl) }
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: assay.name,
        version: assay.version,
        description:
          'The Assay API scans software projects for security problems. Successful responses are objects with the ' +
          'fields `{success, data, meta}`. Error responses are objects with the fields `{success, error, meta}`. ' +
          'Each error contains a code, a message, the invalid fields (if any), and a link to the documentation. New ' +
          'fields can be added to responses at any time, so ignore any fields that you do not recognize.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl, description: 'This installation.' }],
      tags: tags
        .filter((name) => catalogue.some(({ tag }) => tag === name))
        .map((name) => ({ name, description: tagDescriptions[name] })),
      security: usualSecurity,
      externalDocs: { url: `${publicUrl}/docs/api`, description: 'Human-readable API reference.' },
      components: {
        securitySchemes: securitySchemes(publicUrl),
      },
      paths,
      webhooks: openApiWebhooks(),
    },
    { override: ({ jsonSchema, io }) => tidy(jsonSchema, io) },
  )
  return withExamples(JSON.parse(JSON.stringify(document, withoutClosedReferences)) as OpenApiDocument)
}

/** Returns the path in OpenAPI format, such as `/api/v1/scans/{scanId}`. */
export function openApiPathOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Returns an endpoint's operation ID, such as `createScan`. */
export function operationIdOf({ id }: Pick<Endpoint, 'id'>): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function operation(endpoint: Endpoint, publicUrl: string): ZodOpenApiOperationObject {
  const { tag, summary, description, permission, params, query, body, deprecation, needsFreshSession } = endpoint
  const security = securityOf(endpoint)
  return {
    operationId: operationIdOf(endpoint),
    tags: [tag],
    summary,
    description: [
      description,
      permission !== 'anyone' && permission !== 'any key' && `Requires the \`${permission}\` permission.`,
      needsFreshSession && 'If you use a session, you can call this endpoint only within one hour of signing in.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecation && { deprecated: true }),
    ...(security && { security }),
    requestParams: { path: params, query, header: requestHeadersOf(endpoint) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responsesOf(endpoint, publicUrl),
  }
}

/**
 * Removes two zod additions: `format` patterns of hundreds of characters, and `format` for encodings that JSON Schema
 * does not define. Closes only request schemas, because responses may gain new fields.
 */
function tidy(
  schema: {
    format?: string | undefined
    pattern?: string | undefined
    contentEncoding?: string | undefined
    additionalProperties?: unknown
  },
  io: 'input' | 'output',
): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.contentEncoding !== undefined) delete schema.format
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}

/** Opens a schema next to a reference. A closed schema there would reject every field of the referenced schema. */
function withoutClosedReferences(this: unknown, key: string, value: unknown): unknown {
  return key === 'additionalProperties' &&
    value === false &&
    typeof this === 'object' &&
    this !== null &&
    '$ref' in this
    ? undefined
    : value
}

/** Adds an example to every JSON body, generated from its schema. */
function withExamples(document: OpenApiDocument): OpenApiDocument {
  const named: NamedSchemas = document.components.schemas ?? {}
  for (const operations of Object.values(document.paths)) {
    for (const { requestBody, responses } of Object.values(operations)) {
      for (const { content } of [requestBody, ...Object.values(responses)].filter((part) => part !== undefined)) {
        const json = content?.['application/json']
        if (json && !json.examples) json.example = exampleOf(json.schema, named)
      }
    }
  }
  return document
}
