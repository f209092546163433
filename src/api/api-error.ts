import type { z } from 'zod'

/** Every error of the API: its status, what it means, and what a caller does about it. */
export const apiErrors = {
  INVALID_REQUEST: { status: 400, meaning: 'A field, parameter or the JSON itself is wrong; `details` names each.', remedy: 'Correct what `details` names.' },
  INVALID_URL: { status: 400, meaning: 'The submitted address is not one that can be scanned.', remedy: 'Submit the https address of a package page, as a browser shows it.' },
  UNAUTHORIZED: { status: 401, meaning: 'The API key is missing, malformed, unknown, expired or revoked.', remedy: 'Send a valid key as `Authorization: Bearer <key>` or `X-API-Key: <key>`.' },
  FORBIDDEN: { status: 403, meaning: 'The key is valid and lacks the permission that the message names.', remedy: 'Use a key with that permission.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such thing, or it belongs to another account.', remedy: 'Check the path and the id.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists and does not take this method; `Allow` lists those that it takes.', remedy: 'Use one of the methods in `Allow`.' },
  CONFLICT: { status: 409, meaning: 'The thing is in a state that rules the request out.', remedy: 'The message says which state.' },
  NOT_READY: { status: 409, meaning: 'The answer does not exist yet.', remedy: 'Ask again after the seconds in `Retry-After`.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The request body is over 64 KiB.', remedy: 'Send less.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The request body is not JSON, or is in an encoding that is not read.', remedy: 'Send `Content-Type: application/json`.' },
  INTERNAL: { status: 500, meaning: 'A fault of ours; the log has it under the request id.', remedy: 'Try again later, and report the request id if it lasts.' },
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

  constructor(code: ApiErrorCode, message: string, options: { details?: readonly ErrorDetail[]; headers?: Record<string, string> } = {}) {
    super(message)
    this.code = code
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
  }
}

/** Turns what zod complains about into details; `part` is `body`, `query` or `params`. */
export function detailsOf(part: string, error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [part, ...issue.path, key].join('.'), message: 'is not known here' }))
    return [{ path: [part, ...issue.path].join('.'), message: issue.message }]
  })
}
