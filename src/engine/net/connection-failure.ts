import { TimeoutError } from 'got'
import type { Deadline } from './deadline.ts'
import { errorCode, networkFailureIn, rootCause } from './error-code.ts'
import { NetworkFailure } from './network.ts'

/**
 * Turns whatever ended a request into the NetworkFailure that tells it. `subject` is host and port;
 * what Node said is kept as cause only, because it names resolved addresses.
 */
export function connectionFailure(error: unknown, subject: string, deadline: Deadline): NetworkFailure {
  const known = networkFailureIn(error) ?? deadline.reason(subject)
  if (known !== undefined) return known
  const code = errorCode(error)
  const cause = rootCause(error)
  if (error instanceof TimeoutError || code === 'ETIMEDOUT') {
    return new NetworkFailure(
      'timed-out',
      `${subject} did not answer in time${error instanceof TimeoutError ? ` (${error.event})` : ''}`,
      { cause },
    )
  }
  return new NetworkFailure('connection-failed', `${subject} ${whatHappened(code)}`, { cause })
}

function whatHappened(code: string | undefined): string {
  if (code === undefined) return 'broke off the connection'
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  if (/^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(code))
    return (
      `has a certificate that cannot be trusted (${code}); NODE_EXTRA_CA_CERTS can name a file with the ` +
      'certificate of your own authority'
    )
  if (/^(?:EPROTO$|ERR_SSL|ERR_TLS)/.test(code)) return `does not speak TLS as expected (${code})`
  if (code.startsWith('HPE_')) return `sent an answer that is not HTTP (${code})`
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code))
    return `sent a body that cannot be decompressed (${code})`
  return `could not be asked (${code})`
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'broke off the connection',
  EPIPE: 'broke off the connection',
  ERR_STREAM_PREMATURE_CLOSE: 'broke off the connection',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'broke off the connection',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  EAI_AGAIN: 'could not be looked up: the name server did not answer',
}
