import { ScanFailure } from '../../model/failure.ts'
import { NetworkFailure, type NetworkFailureCode } from '../../net/network.ts'
import type { ScanFailureCode } from '../../model/scan.ts'
import { MalformedAnswer, RemoteRefusal } from './malformed-answer.ts'
import { ObjectTooLarge } from './object-reader.ts'
import { PackTooLarge } from './request-pack.ts'

/**
 * Returns the failure for a repository that does not exist or is private. The message is the same for both, because
 * otherwise any user could find out which private repositories exist.
 */
export function inaccessible(repository: string, legally = false): ScanFailure {
  if (legally) return new ScanFailure('SOURCE_FORBIDDEN', `The server withholds ${repository} for legal reasons.`)
  return new ScanFailure(
    'SOURCE_NOT_FOUND',
    `${repository} could not be read: it does not exist, or it is private and this account has no access ` + 'to it.',
  )
}

const networkCodes: Readonly<Partial<Record<NetworkFailureCode, ScanFailureCode>>> = {
  'address-not-allowed': 'ADDRESS_NOT_ALLOWED',
  'url-not-allowed': 'ADDRESS_NOT_ALLOWED',
  'too-large': 'SOURCE_TOO_LARGE',
}

/**
 * Converts repository errors to scan failures, omitting messages from git and the server. Returns other errors
 * unchanged.
 */
export function repositoryFailure(repository: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof NetworkFailure)
    return new ScanFailure(
      networkCodes[error.code] ?? 'UPSTREAM_UNAVAILABLE',
      `${repository} could not be read: ${error.message}.`,
      { cause: error },
    )
  if (error instanceof MalformedAnswer)
    return new ScanFailure('SOURCE_MALFORMED', `${repository} could not be read: the server ${error.message}.`, {
      cause: error.cause,
    })
  if (error instanceof PackTooLarge)
    return new ScanFailure('SOURCE_TOO_LARGE', `${repository} could not be read: it has ${error.message}.`, {
      cause: error.cause,
    })
  if (error instanceof ObjectTooLarge)
    return new ScanFailure('SOURCE_TOO_LARGE', `${repository} could not be read: its commit has ${error.message}.`)
  if (error instanceof RemoteRefusal) return refused(repository, error)
  return error
}

function refused(repository: string, { kind }: RemoteRefusal): ScanFailure {
  if (kind === 'no-access') return inaccessible(repository)
  if (kind === 'no-such-object')
    return new ScanFailure('SOURCE_NOT_FOUND', `${repository} has no such commit, or its server does not provide it.`)
  return new ScanFailure('UPSTREAM_UNAVAILABLE', `${repository} could not be read: its git server refused the request.`)
}
