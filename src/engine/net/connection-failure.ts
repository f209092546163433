import type { Deadline } from './deadline.ts'
import { errorCode, networkFailureIn, rootCause, timedOutPhase } from './error-code.ts'
import { NetworkFailure } from './network.ts'

/**
 * Converts any error of a request into a NetworkFailure. `subject` is host and port. Node's message is kept only as the
 * cause, because it contains resolved addresses.
 */
export function connectionFailure(error: unknown, subject: string, deadline: Deadline): NetworkFailure {
  const known = networkFailureIn(error) ?? deadline.reason(subject)
  if (known !== undefined) return known
  const code = errorCode(error)
  const cause = rootCause(error)
  const phase = timedOutPhase(error)
  if (phase !== undefined || code === 'ETIMEDOUT')
    return new NetworkFailure('timed-out', `${subject} did not respond in time${phase ? ` (${phase})` : ''}`, { cause })
  return new NetworkFailure('connection-failed', `${subject} ${whatHappened(code)}`, { cause })
}

function whatHappened(code: string | undefined): string {
  if (code === undefined) return 'closed the connection'
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  if (/^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(code))
    return (
      `has an untrusted certificate (${code}); to trust your own certificate authority, set NODE_EXTRA_CA_CERTS ` +
      'to a file with its certificate'
    )
  if (/^(?:EPROTO$|ERR_SSL|ERR_TLS)/.test(code)) return `does not support TLS as expected (${code})`
  if (code.startsWith('HPE_')) return `sent a response that is not HTTP (${code})`
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code))
    return `sent a body that cannot be decompressed (${code})`
  return `could not be reached (${code})`
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ERR_STREAM_PREMATURE_CLOSE: 'closed the connection',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'closed the connection',
  EHOSTUNREACH: 'is unreachable from this machine',
  ENETUNREACH: 'is unreachable from this machine',
  EAI_AGAIN: 'could not be resolved: the name server did not respond',
}
