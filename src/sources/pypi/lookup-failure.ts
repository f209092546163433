import { ScanFailure } from '../../model/failure.ts'
import type { ScanFailureCode } from '../../model/scan.ts'
import type { FileLookup, ProjectLookup } from '../../package-registries/pypi-index.ts'

const codes = {
  'not-found': 'SOURCE_NOT_FOUND',
  forbidden: 'SOURCE_FORBIDDEN',
  unavailable: 'UPSTREAM_UNAVAILABLE',
  'too-large': 'SOURCE_TOO_LARGE',
  malformed: 'SOURCE_MALFORMED',
  'address-not-allowed': 'ADDRESS_NOT_ALLOWED',
} as const satisfies Record<Exclude<FileLookup['status'], 'found'>, ScanFailureCode>

type FailedLookup = Exclude<ProjectLookup | FileLookup, { status: 'found' }>

/** The failure of a scan whose look-up of `what` failed. */
export function lookupFailure(what: string, lookup: FailedLookup): ScanFailure {
  const reason = lookup.status === 'not-found' ? 'the package index does not have it' : lookup.reason
  return new ScanFailure(codes[lookup.status], `${what} could not be read: ${reason}.`)
}
