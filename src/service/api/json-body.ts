import express, { type Request, type RequestHandler, type Response } from 'express'
import { requestLimits } from './request-limits.ts'
import { ApiError } from './api-error.ts'

const parse: RequestHandler = express.json({
  limit: requestLimits.maxBodyBytes,
  strict: true,
  type: 'application/json',
})

/** Reads the JSON object of a request's body. Throws 400, 413 or 415 with the reason. */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (request.is('application/json') === false) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body should be JSON: send Content-Type: application/json.')
  }
  await new Promise<void>((resolve, reject) =>
    parse(request, response, (error: unknown) => (error ? reject(bodyError(error)) : resolve())),
  )
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
    throw new ApiError('INVALID_REQUEST', 'The body should be a JSON object.', {
      details: [{ path: 'body', message: 'should be a JSON object' }],
    })
  }
  return request.body
}

/** Names what body-parser refuses, by the `type` that it gives its errors. */
function bodyError(error: unknown): unknown {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  switch (type) {
    case 'entity.too.large':
      return new ApiError('BODY_TOO_LARGE', `The body is over ${requestLimits.maxBodyBytes / 1024} KiB.`)
    case 'entity.parse.failed':
      return new ApiError('INVALID_REQUEST', 'The body is not valid JSON.', {
        details: [{ path: 'body', message: 'is not valid JSON' }],
      })
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new ApiError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The body should be UTF-8, plain or compressed with gzip, deflate, br or zstd.',
      )
    case 'request.aborted':
    case 'request.size.invalid':
      return new ApiError('INVALID_REQUEST', 'The body ended before its stated length.')
    default:
      // What does not unpack comes with the status 400 and the decompressor's own code.
      return isClientError(error)
        ? new ApiError('INVALID_REQUEST', 'The body does not unpack with the encoding that it states.')
        : error
  }
}

function isClientError(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400
}
