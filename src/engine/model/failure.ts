import type { ScanFailureCode } from './scan.ts'

/**
 * An expected failure of a scan: the input or an upstream is at fault, the answer is final and is
 * stored as the scan's outcome. The message is for the person who submitted the scan; it never
 * holds credentials, addresses inside the operator's network or a stack trace.
 */
export class ScanFailure extends Error {
  override readonly name = 'ScanFailure'
  readonly code: ScanFailureCode

  constructor(code: ScanFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
