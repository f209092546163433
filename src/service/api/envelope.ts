import type { Response } from 'express'
import { type ApiError, apiErrors, cappedDetails } from './api-error.ts'

/** Returns the metadata of the response envelope. */
export function meta(response: Response): { requestId: string; timestamp: string } {
  return { requestId: String(response.locals.requestId), timestamp: new Date().toISOString() }
}

/** Sends the error body with the error's status and headers. */
export function errorBody(response: Response, error: ApiError, publicUrl: string): void {
  response
    .status(apiErrors[error.code].status)
    .set(error.headers)
    .json({
      success: false,
      error: {
        code: error.code,
        message: error.message,
        details: cappedDetails(error.details),
        docUrl: `${publicUrl}/docs/errors#${error.code}`,
      },
      meta: meta(response),
    })
}
