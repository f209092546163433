import { z } from 'zod'
import type { ZodOpenApiHeadersObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { type ApiErrorCode, apiErrors } from '../api-error.ts'
import type { Endpoint } from '../endpoint.ts'
import { isRevalidated, isStream } from './request-headers.ts'

const Meta = z
  .object({
    requestId: z.string().meta({
      description: 'Unique identifier for the request. Same as `X-Request-Id`.',
      examples: ['req_2f1c7c1e-9a52-4a0b-8a53-0d1b7c9e4f60'],
    }),
    timestamp: z.iso.datetime().meta({ description: 'Time of the response, ISO 8601.' }),
  })
  .meta({ id: 'Meta', description: 'Response metadata.' })

const ErrorDetail = z
  .object({
    path: z.string().meta({ description: 'Path of the invalid value, for example `body.url`.' }),
    message: z.string().meta({ description: 'Description of the problem.' }),
  })
  .meta({ id: 'ErrorDetail', description: 'An invalid field or parameter.' })

const etag = 'Entity tag of the response, for `If-None-Match`.'

const headersOfEveryAnswer = {
  'X-Request-Id': 'Unique identifier for the request. Include this identifier when you report a problem.',
}

const headersOfCountedAnswers = {
  'X-RateLimit-Limit':
    'Request limit for whichever rate-limit window has fewer requests remaining. There are two windows: 15 ' +
    'minutes and one day.',
  'X-RateLimit-Remaining': 'Number of requests remaining in the window that `X-RateLimit-Limit` describes.',
  'X-RateLimit-Reset': 'End of the window that `X-RateLimit-Limit` describes, as a Unix timestamp in seconds.',
  'RateLimit-Policy':
    'Quota and length in seconds for each window, as defined in draft-ietf-httpapi-ratelimit-headers-10.',
  RateLimit: 'Remaining requests and seconds until the reset, for each window.',
}

const headersOfDeprecatedEndpoints = {
  Deprecation: 'Deprecation date of the endpoint (RFC 9745).',
  Sunset: 'Removal date of the endpoint (RFC 8594).',
}

const headersOfErrors: Partial<Record<ApiErrorCode, Readonly<Record<string, string>>>> = {
  UNAUTHORIZED: { 'WWW-Authenticate': 'Required authentication scheme.' },
  IN_FLIGHT: { 'Retry-After': 'Number of seconds to wait before you retry.' },
  NOT_READY: { 'Retry-After': 'Number of seconds to wait before you retry.' },
  RATE_LIMITED: { 'Retry-After': 'Number of seconds until the limit resets.' },
  OVERLOADED: { 'Retry-After': 'Number of seconds to wait before you retry.' },
}

/** Errors that occur before a request is counted. */
const uncounted: ReadonlySet<ApiErrorCode> = new Set(['UNAUTHORIZED', 'INTERNAL', 'OVERLOADED'])

/** Returns all of an endpoint's responses by status. `publicUrl` is the base URL of the error documentation. */
export function responsesOf(endpoint: Endpoint, publicUrl: string): Record<string, ZodOpenApiResponseObject> {
  const failed = [...Map.groupBy(errorCodesOf(endpoint), (code) => apiErrors[code].status)].sort(([a], [b]) => a - b)
  return {
    [endpoint.status]: success(endpoint),
    ...(isStream(endpoint) && { 204: { description: 'No more events will be sent. Do not reconnect.' } }),
    ...(endpoint.mayHaveMoved && {
      308: {
        description:
          'The server was merged into another server. The `Location` header contains the path for the other server.',
        headers: headerObjects({
          Location: "The same path with the other server's slug.",
          ...headersOfEveryAnswer,
        }),
      },
    }),
    ...(isRevalidated(endpoint) && {
      304: {
        description: 'The resource has not changed since the response with this `ETag`.',
        headers: headerObjects({ ETag: etag, ...headersOfEveryAnswer }),
      },
    }),
    ...Object.fromEntries(failed.map(([status, codes]) => [status, failure(codes, publicUrl)])),
    // Node rejects larger headers before the router sees the request.
    431: {
      ...failure(['INVALID_REQUEST'], publicUrl),
      description: '`INVALID_REQUEST`: The URL and the headers together are larger than 16 KiB.',
      headers: headerObjects(headersOfEveryAnswer),
    },
  }
}

/** Returns all of an endpoint's error codes, without duplicates. */
export function errorCodesOf({ errors, permission }: Endpoint): ReadonlySet<ApiErrorCode> {
  const lacksPermission = permission === 'anyone' || permission === 'any key' ? [] : (['FORBIDDEN'] as const)
  return new Set([
    ...errors,
    'INVALID_REQUEST',
    'UNAUTHORIZED',
    ...lacksPermission,
    'RATE_LIMITED',
    'OVERLOADED',
    'INTERNAL',
  ])
}

function success(endpoint: Endpoint): ZodOpenApiResponseObject {
  const { data, mediaType = 'application/json', otherMediaTypes = [], headers = {}, deprecation } = endpoint
  const schema =
    endpoint.mediaType === undefined
      ? z.object({ success: z.literal(true).meta({ description: 'Always true.' }), data, meta: Meta })
      : data
  return {
    description: 'Success.',
    headers: headerObjects({
      ...headers,
      ...headersOfEveryAnswer,
      ...headersOfCountedAnswers,
      ...(isRevalidated(endpoint) && { ETag: etag }),
      ...(deprecation && headersOfDeprecatedEndpoints),
    }),
    content: Object.fromEntries([mediaType, ...otherMediaTypes].map((type) => [type, { schema }])),
  }
}

function failure(codes: readonly ApiErrorCode[], publicUrl: string): ZodOpenApiResponseObject {
  const headers = Object.assign({}, ...codes.map((code) => headersOfErrors[code] ?? {})) as Record<string, string>
  return {
    description: codes.map((code) => `\`${code}\`: ${apiErrors[code].meaning}`).join('\n\n'),
    headers: headerObjects({
      ...headers,
      ...headersOfEveryAnswer,
      ...(codes.every((code) => !uncounted.has(code)) && headersOfCountedAnswers),
    }),
    content: {
      'application/json': {
        schema: errorShape(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, publicUrl) }])),
      },
    },
  }
}

function errorShape(codes: readonly ApiErrorCode[]) {
  return z.object({
    success: z.literal(false).meta({ description: 'Always false.' }),
    error: z
      .object({
        code: z.enum(codes).meta({ description: 'Machine-readable error code.' }),
        message: z.string().meta({ description: 'Human-readable description of the problem and how to resolve it.' }),
        details: z
          .array(ErrorDetail)
          .meta({ description: 'Invalid fields. Empty if the error is not about specific fields.' }),
        docUrl: z.url().meta({ description: 'URL of the documentation for this error.' }),
      })
      .meta({ description: 'Error details.' }),
    meta: Meta,
  })
}

function errorExample(code: ApiErrorCode, publicUrl: string) {
  return {
    success: false,
    error: {
      code,
      message: apiErrors[code].meaning.replaceAll('`', ''),
      details: code === 'INVALID_REQUEST' ? [{ path: 'query.page', message: 'should be a whole number' }] : [],
      docUrl: `${publicUrl}/docs/errors#${code}`,
    },
    meta: { requestId: 'req_2f1c7c1e-9a52-4a0b-8a53-0d1b7c9e4f60', timestamp: '2026-01-31T12:00:00.000Z' },
  }
}

function headerObjects(headers: Readonly<Record<string, string>>): ZodOpenApiHeadersObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
}
