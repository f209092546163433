import type { z } from 'zod'

/** Every error of the API: its status, what it means, and what a caller does about it. */
export const apiErrors = {
  INVALID_REQUEST: {
    status: 400,
    meaning: 'A field, parameter or the JSON itself is wrong; `details` names each.',
    remedy: 'Correct what `details` names.',
  },
  INVALID_URL: {
    status: 400,
    meaning: 'The submitted address is not one that can be scanned.',
    remedy: 'Submit the https address of a package page, as a browser shows it.',
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The API key is missing, malformed, unknown, expired or revoked.',
    remedy: 'Send a valid key as `Authorization: Bearer <key>` or `X-API-Key: <key>`.',
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'The key is valid and lacks the permission that the message names.',
    remedy: 'Use a key with that permission.',
  },
  PLAN_REQUIRED: {
    status: 403,
    meaning: 'The plan of the account does not have what was asked for.',
    remedy: 'Ask for less, or change the plan; the message names those that have it.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'There is no such thing, or it belongs to another account.',
    remedy: 'Check the path and the id.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists and does not take this method; `Allow` lists those that it takes.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  CONFLICT: {
    status: 409,
    meaning: 'The thing is in a state that rules the request out.',
    remedy: 'The message says which state.',
  },
  NOT_READY: {
    status: 409,
    meaning: 'The answer does not exist yet.',
    remedy: 'Ask again after the seconds in `Retry-After`.',
  },
  IN_FLIGHT: {
    status: 409,
    meaning: 'A request with the same `Idempotency-Key` is still being worked on.',
    remedy: 'Send it again after the seconds in `Retry-After`; it is then answered like the first one.',
  },
  BODY_TOO_LARGE: { status: 413, meaning: 'The request body is over 64 KiB.', remedy: 'Send less.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The request body is not JSON, or is in an encoding that is not read.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    meaning: 'The `Idempotency-Key` came with another request within the last 24 hours.',
    remedy: 'Use a new key for a new request, and the same body for the same key.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'The account, or the address of a caller without a key, has used up its requests of the 15 minutes or ' +
      'of the day.',
    remedy:
      'Wait for the seconds in `Retry-After`; `X-RateLimit-Remaining` tells beforehand what is left. A ' +
      'larger plan has more.',
  },
  OVERLOADED: {
    status: 503,
    meaning:
      'The service cannot answer at this moment: too many scans wait already, its database restarts, or ' +
      'somebody whom it has to ask does not answer.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  INTERNAL: {
    status: 500,
    meaning: 'A fault of ours; the log has it under the request id.',
    remedy: 'Try again later, and report the request id if it lasts.',
  },
} as const

export type ApiErrorCode = keyof typeof apiErrors

export interface ErrorDetail {
  /** Where the problem is, such as `body.url` or `query.page`. */
  readonly path: string
  readonly message: string
}

/** Thrown anywhere below the router and answered as an error body. */
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
      /** For the log. */ cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
  }
}

/** Turns what zod complains about into details; `part` is `body`, `query` or `params`. */
export function detailsOf(part: string, error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [part, ...issue.path, key].join('.'), message: 'is not known here' }))
    return [{ path: [part, ...issue.path].join('.'), message: messageOf(issue) }]
  })
}

/** How many wrong fields are named: an answer should not be many times as long as its request. */
const maxDetails = 50

/** The first details; where there are more, the last one says how many. */
export function cappedDetails(details: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const rest = details.length - maxDetails
  return rest <= 0 ? details : [...details.slice(0, maxDetails), { path: '', message: `and ${rest} more` }]
}

/** What a value should be, in words that fit behind its name; a shape's own message stays as it is. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too)\b/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined') ? 'is required' : `should be a ${issue.expected}`
  if (issue.code === 'invalid_value') return `should be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `should have at least ${issue.minimum} characters`
  if (issue.code === 'too_big') return `should have at most ${issue.maximum} characters`
  return issue.message
}
