import type { z } from 'zod'

/** All API error codes with status, meaning, and remedy. */
export const apiErrors = {
  INVALID_REQUEST: {
    status: 400,
    meaning: 'A field, a parameter, or the JSON itself is invalid. `details` lists each problem.',
    remedy: 'Correct the fields listed in `details`.',
  },
  INVALID_URL: {
    status: 400,
    meaning: 'The submitted URL cannot be scanned.',
    remedy: 'Submit the HTTPS URL of a repository or a package page, as shown in a browser.',
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The API key is missing, malformed, unknown, expired, or revoked.',
    remedy: 'Send a valid key as `Authorization: Bearer <key>` or `X-API-Key: <key>`.',
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'The caller is not allowed to make this request. The message gives the reason.',
    remedy: 'Follow the message. For example, use a key that has the permission named in the message.',
  },
  PLAN_REQUIRED: {
    status: 403,
    meaning: "The account's plan does not include the requested feature.",
    remedy: 'Remove the feature from the request, or switch to one of the plans listed in the message.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'The resource does not exist or belongs to another account.',
    remedy: 'Check the path and the ID.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method. The `Allow` header lists the supported methods.',
    remedy: 'Use one of the methods listed in `Allow`.',
  },
  CONFLICT: {
    status: 409,
    meaning: 'The request conflicts with the current state of the resource.',
    remedy: 'The message describes the conflict and how to resolve it.',
  },
  NOT_READY: {
    status: 409,
    meaning: 'The result does not exist yet, or the request was repeated too soon.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  IN_FLIGHT: {
    status: 409,
    meaning: 'A request with the same `Idempotency-Key` is still in progress.',
    remedy: 'To receive the response to the first request, retry after the number of seconds in `Retry-After`.',
  },
  BODY_TOO_LARGE: { status: 413, meaning: 'The request body is larger than 64 KiB.', remedy: 'Send a smaller body.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The request body is not JSON or has an unsupported encoding.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    meaning: 'The `Idempotency-Key` was already used with a different request within the last 24 hours.',
    remedy: 'Use a new key for every new request. Reuse a key only to repeat the same request.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'You have reached the 15-minute or daily request limit for your account, or for your IP address if you do ' +
      'not use a key.',
    remedy:
      'Wait for the number of seconds in `Retry-After`. Monitor `X-RateLimit-Remaining` to stay below the ' +
      'limit, or switch to a plan with higher limits.',
  },
  OVERLOADED: {
    status: 503,
    meaning:
      'The service is temporarily unavailable, for example because the scan queue is full, the database is ' +
      'restarting, or an upstream service is not responding.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  INTERNAL: {
    status: 500,
    meaning: 'An internal error occurred. The details are recorded in the service log under the request ID.',
    remedy: 'Retry later. If the error persists, report the request ID to the operator.',
  },
} as const

export type ApiErrorCode = keyof typeof apiErrors

export interface ErrorDetail {
  /** Path of the invalid value, such as `body.url` or `query.page`. */
  readonly path: string
  readonly message: string
}

/** Error thrown by an endpoint or a middleware. The router sends it as an error body. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly details: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ApiErrorCode,
    message: string,
    options: {
      details?: readonly ErrorDetail[]
      headers?: Record<string, string>
      /** For the log only. */ cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
  }
}

/** Converts zod issues to error details. `part` is `body`, `query`, or `params`. */
export function detailsOf(part: string, error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [part, ...issue.path, key].join('.'), message: 'is unknown' }))
    return [{ path: [part, ...issue.path].join('.'), message: messageOf(issue) }]
  })
}

/** Maximum number of reported fields. A short request must not cause a long response. */
const maxDetails = 50

/** Returns the first details. If there are more, the last entry reports the number omitted. */
export function cappedDetails(details: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const rest = details.length - maxDetails
  return rest <= 0 ? details : [...details.slice(0, maxDetails), { path: '', message: `and ${rest} more` }]
}

/** Returns a zod issue as a phrase that follows the field name. Keeps custom messages. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too)\b/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined')
      ? 'is required'
      : `should be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
  if (issue.code === 'invalid_value') return `should be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `should have at least ${issue.minimum} characters`
  if (issue.code === 'too_big') return `should have at most ${issue.maximum} characters`
  return issue.message
}
