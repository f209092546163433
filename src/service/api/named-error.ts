import type { Response } from 'express'
import type { Logger } from 'pino'
import { isDatabaseAway } from '../db/query-error.ts'
import { ApiError } from './api-error.ts'

/** Returns the error that a client sees. Logs errors other than ApiError and returns INTERNAL for them. */
export function namedError({ log }: { readonly log: Logger }, error: unknown, response: Response): ApiError {
  const known = error instanceof ApiError ? error : (clientError(error) ?? passingError(error))
  if (!known || known.code === 'OVERLOADED')
    log.error({ err: error, requestId: response.locals.requestId }, 'request failed')
  return (
    known ??
    new ApiError(
      'INTERNAL',
      'An internal error occurred. Retry later, and report the request ID if the error persists.',
    )
  )
}

/** Returns the error for an unresponsive database, or undefined for other errors. */
export function passingError(error: unknown): ApiError | undefined {
  return isDatabaseAway(error)
    ? new ApiError(
        'OVERLOADED',
        'The database is temporarily unavailable. Retry after the number of seconds in Retry-After.',
        {
          headers: { 'Retry-After': '5' },
        },
      )
    : undefined
}

/** Express throws this error if the path cannot be decoded. */
function clientError(error: unknown): ApiError | undefined {
  return error instanceof URIError
    ? new ApiError('INVALID_REQUEST', 'The path contains invalid percent-encoding.', {
        details: [{ path: 'path', message: 'contains invalid percent-encoding' }],
      })
    : undefined
}
