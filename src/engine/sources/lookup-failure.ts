import { ScanFailure } from '../model/failure.ts'
import type { ScanFailureCode } from '../model/scan.ts'
import type { PublicationLookup, TarballLookup } from './package-registries/npm-registry.ts'
import type { FileLookup, ProjectLookup } from './package-registries/pypi-index.ts'

type Lookup = PublicationLookup | TarballLookup | ProjectLookup | FileLookup
type FailedLookup = Exclude<Lookup, { status: 'found' }>

const codes = {
  'not-found': 'SOURCE_NOT_FOUND',
  forbidden: 'SOURCE_FORBIDDEN',
  unavailable: 'UPSTREAM_UNAVAILABLE',
  'too-large': 'SOURCE_TOO_LARGE',
  malformed: 'SOURCE_MALFORMED',
  'address-not-allowed': 'ADDRESS_NOT_ALLOWED',
} as const satisfies Record<FailedLookup['status'], ScanFailureCode>

/** Returns the scan failure for a failed lookup of `what` in `registry`, for example `the npm registry`. */
export function lookupFailure(what: string, lookup: FailedLookup, registry: string): ScanFailure {
  const reason = lookup.status === 'not-found' ? `${registry} does not have it` : lookup.reason
  return new ScanFailure(codes[lookup.status], `${what} could not be read: ${reason}.`)
}
