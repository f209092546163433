import { z } from 'zod'
import type { ZodOpenApiHeadersObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { type ApiErrorCode, apiErrors } from '../api-error.ts'
import type { Endpoint } from '../endpoint.ts'
import { isRevalidated, isStream } from './request-headers.ts'

const Meta = z
  .object({
    requestId: z.string().meta({
      description: 'Names the request in our log; the same as `X-Request-Id`.',
      examples: ['req_2f1c7c1e-9a52-4a0b-8a53-0d1b7c9e4f60'],
    }),
    timestamp: z.iso.datetime().meta({ description: 'When it was answered.' }),
  })
  .meta({ id: 'Meta', description: 'What tells one request from another.' })

const ErrorDetail = z
  .object({
    path: z.string().meta({ description: 'Where the problem is, such as `body.url`.' }),
    message: z.string().meta({ description: 'What is wrong there.' }),
  })
  .meta({ id: 'ErrorDetail', description: 'One wrong field or parameter.' })

const etag = 'Names the state of what was answered, for `If-None-Match`.'

const headersOfEveryAnswer = {
  'X-Request-Id': 'Leads to this request in the log.',
}

const headersOfCountedAnswers = {
  'X-RateLimit-Limit': 'Requests that the window allows which blocks first: 15 minutes or a day.',
  'X-RateLimit-Remaining': 'Requests left in that window.',
  'X-RateLimit-Reset': 'When that window ends, in seconds of the epoch.',
  'RateLimit-Policy': 'Both windows with quota and seconds, as draft-ietf-httpapi-ratelimit-headers-10 has them.',
  RateLimit: 'Both windows with what remains and the seconds until they end.',
}

const headersOfDeprecatedEndpoints = {
  Deprecation: 'Since when the endpoint should not be used, RFC 9745.',
  Sunset: 'When it is gone, RFC 8594.',
}

const headersOfErrors: Partial<Record<ApiErrorCode, Readonly<Record<string, string>>>> = {
  UNAUTHORIZED: { 'WWW-Authenticate': 'How to send a key.' },
  IN_FLIGHT: { 'Retry-After': 'Seconds after which to send it again.' },
  NOT_READY: { 'Retry-After': 'Seconds after which to ask again.' },
  RATE_LIMITED: { 'Retry-After': 'Seconds until there are new requests.' },
  OVERLOADED: { 'Retry-After': 'Seconds after which to try again.' },
}

/** Errors that come before a request is counted. */
const uncounted: ReadonlySet<ApiErrorCode> = new Set(['UNAUTHORIZED', 'INTERNAL', 'OVERLOADED'])

/** Every response of an endpoint, by status. `publicUrl` is where its errors are explained. */
export function responsesOf(endpoint: Endpoint, publicUrl: string): Record<string, ZodOpenApiResponseObject> {
  const failed = [...Map.groupBy(errorCodesOf(endpoint), (code) => apiErrors[code].status)].sort(([a], [b]) => a - b)
  return {
    [endpoint.status]: success(endpoint),
    ...(isStream(endpoint) && { 204: { description: 'There are no more events: do not come back.' } }),
    ...(endpoint.mayHaveMoved && {
      308: {
        description: 'What the path names has become one with something else, which is there.',
        headers: headerObjects({ Location: 'The same path with the other name.', ...headersOfEveryAnswer }),
      },
    }),
    ...(isRevalidated(endpoint) && {
      304: {
        description: 'Nothing has changed since the answer with the `ETag` in `If-None-Match`.',
        headers: headerObjects({ ETag: etag, ...headersOfEveryAnswer }),
      },
    }),
    ...Object.fromEntries(failed.map(([status, codes]) => [status, failure(codes, publicUrl)])),
    // Node refuses what is longer before the router sees it.
    431: {
      ...failure(['INVALID_REQUEST'], publicUrl),
      description: '`INVALID_REQUEST`: The address and the headers are over 16 KiB.',
      headers: headerObjects(headersOfEveryAnswer),
    },
  }
}

/** The errors that an endpoint may answer, each once. */
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
  const { summary, data, mediaType, headers = {}, deprecation } = endpoint
  const schema =
    mediaType === undefined
      ? z.object({ success: z.literal(true).meta({ description: 'It went well.' }), data, meta: Meta })
      : data
  return {
    description: `Done: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`,
    headers: headerObjects({
      ...headers,
      ...headersOfEveryAnswer,
      ...headersOfCountedAnswers,
      ...(isRevalidated(endpoint) && { ETag: etag }),
      ...(deprecation && headersOfDeprecatedEndpoints),
    }),
    content: { [mediaType ?? 'application/json']: { schema } },
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
    success: z.literal(false).meta({ description: 'It did not go well.' }),
    error: z
      .object({
        code: z.enum(codes).meta({ description: 'For programs.' }),
        message: z.string().meta({ description: 'For people: what is wrong and what to do.' }),
        details: z.array(ErrorDetail).meta({ description: 'Each wrong field; empty where that does not apply.' }),
        docUrl: z.url().meta({ description: 'Where this error is explained.' }),
      })
      .meta({ description: 'What went wrong.' }),
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
