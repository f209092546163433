import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { assay } from '../model/product.ts'
import { type ApiErrorCode, apiErrors } from './api-error.ts'
import { endpoints } from './catalogue.ts'
import { type Endpoint, tags } from './endpoint.ts'

/** Where the document is served. */
export const openApiPath = '/api/v1/openapi.json'

const Meta = z.object({ requestId: z.string(), timestamp: z.iso.datetime() }).meta({ id: 'Meta' })

const ErrorDetails = z
  .array(z.object({ path: z.string().meta({ description: 'Where the problem is, such as `body.url`.' }), message: z.string() }))
  .meta({ id: 'ErrorDetails' })

/** The API as OpenAPI 3.1 describes it, made from the catalogue. `publicUrl` is without trailing slash. */
export function openApiDocument(publicUrl: string): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: assay.name,
      version: assay.version,
      description: 'Scans of software projects for security problems. Answers are objects `{success, data, meta}`; errors are `{success, error, meta}` with a code, the wrong fields and a link to what to do.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map((name) => ({ name })),
    security: [{ bearer: [] }, { apiKey: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key as `Authorization: Bearer mcp_…`.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key in a header of its own.' },
      },
    },
    paths,
  })
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { id, tag, summary, description, permission, params, query, body, status, deprecation } = endpoint
  return {
    operationId: camelCase(id),
    tags: [tag],
    summary,
    description: permission === 'anyone' || permission === 'any key' ? description : `${description}\n\nNeeds the permission \`${permission}\`.`,
    ...(deprecation && { deprecated: true }),
    ...(permission === 'anyone' && { security: [{}, { bearer: [] }, { apiKey: [] }] }),
    requestParams: { path: params, query },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { [status]: success(endpoint), ...failures(endpoint) },
  }
}

function success({ id, data, mediaType, headers = {} }: Endpoint): ZodOpenApiResponseObject {
  const schema = mediaType === undefined ? z.object({ success: z.literal(true), data, meta: Meta }) : data
  return {
    description: camelCase(id),
    headers: Object.fromEntries(Object.entries({ ...headers, 'X-Request-Id': 'Leads to this request in the log.' }).map(([name, description]) => [name, { description, schema: { type: 'string' } }])),
    content: { [mediaType ?? 'application/json']: { schema } },
  }
}

/** One response for each status, with the codes that come with it. */
function failures(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  const codes: readonly ApiErrorCode[] = [...endpoint.errors, 'INVALID_REQUEST', 'UNAUTHORIZED', ...(endpoint.permission === 'anyone' ? [] : (['FORBIDDEN'] as const)), 'RATE_LIMITED', 'OVERLOADED', 'INTERNAL']
  const byStatus = Map.groupBy(new Set(codes), (code) => apiErrors[code].status)
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, known]) => [status, failure(known)]))
}

function failure(codes: readonly ApiErrorCode[]): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${apiErrors[code].meaning}`).join('\n\n'),
    content: {
      'application/json': {
        schema: z.object({
          success: z.literal(false),
          error: z.object({ code: z.enum(codes), message: z.string(), details: ErrorDetails, docUrl: z.url() }),
          meta: Meta,
        }),
      },
    },
  }
}

function camelCase(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
