import express, { type Request, type RequestHandler, type Response } from 'express'
import { requestLimits } from './request-limits.ts'
import { ApiError } from './api-error.ts'

const parse: RequestHandler = express.json({
  limit: requestLimits.maxBodyBytes,
  strict: true,
  type: 'application/json',
})

/** Reads the JSON object in the request body. Throws an error with status 400, 413, or 415. */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (request.is('application/json') === false) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be JSON. Send "Content-Type: application/json".',
    )
  }
  await new Promise<void>((resolve, reject) =>
    parse(request, response, (error: unknown) => (error ? reject(bodyError(error)) : resolve())),
  )
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
    throw new ApiError('INVALID_REQUEST', 'The request body must be a JSON object.', {
      details: [{ path: 'body', message: 'should be a JSON object' }],
    })
  }
  return request.body
}

/** Converts body-parser errors, which have a `type`. */
function bodyError(error: unknown): unknown {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  switch (type) {
    case 'entity.too.large':
      return new ApiError(
        'BODY_TOO_LARGE',
        `The request body is larger than ${requestLimits.maxBodyBytes / 1024} KiB. Send a smaller body.`,
      )
    case 'entity.parse.failed':
      return new ApiError('INVALID_REQUEST', 'The request body is not valid JSON.', {
        details: [{ path: 'body', message: 'is not valid JSON' }],
      })
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new ApiError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The request body has an unsupported encoding. Send UTF-8, either uncompressed or compressed with ' +
          'gzip, deflate, br, or zstd.',
      )
    case 'request.aborted':
    case 'request.size.invalid':
      return new ApiError('INVALID_REQUEST', 'The request body is shorter than its declared length.')
    default:
      // Decompression errors have status 400 and the decompressor's error code.
      return isClientError(error)
        ? new ApiError('INVALID_REQUEST', 'The request body could not be decompressed with its declared encoding.')
        : error
  }
}

function isClientError(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400
}
