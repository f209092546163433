import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { newRequestId } from './request-id.ts'

/** HTTP statuses for error codes from Node's parser and timers. All other errors mean invalid HTTP. */
const statusByCode: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}

/** Responds to requests that are malformed or incomplete and therefore never reach the router. */
export function answerMalformedRequest(
  { log, publicUrl }: { readonly log: Logger; readonly publicUrl: string },
  error: NodeJS.ErrnoException,
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, message } = statusByCode[error.code ?? ''] ?? {
    status: 400,
    message: 'The request is not valid HTTP.',
  }
  const requestId = newRequestId()
  log.info({ status, requestId, reason: error.code }, 'malformed request rejected')
  const body = JSON.stringify({
    success: false,
    error: { code: 'INVALID_REQUEST', message, details: [], docUrl: `${publicUrl}/docs/errors#INVALID_REQUEST` },
    meta: { requestId, timestamp: new Date().toISOString() },
  })
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  }
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
}
