import type { ScanFailureCode } from './scan.ts'

/**
 * An expected failure of a scan, caused by the input or an upstream service. It is final and stored as the outcome of
 * the scan. The person who submitted the scan sees the message, so it never contains credentials, internal addresses,
 * or a stack trace.
 */
export class ScanFailure extends Error {
  override readonly name = 'ScanFailure'
  readonly code: ScanFailureCode

  constructor(code: ScanFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
