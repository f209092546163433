import type { ScanFailureCode } from '../../../engine/model/scan.ts'

/** What a failure means, and what to do, without anything about the project: nobody knows whether that is public. */
export const failureAdvice: Readonly<Record<ScanFailureCode, { readonly meaning: string; readonly advice: string }>> = {
  INVALID_URL: {
    meaning: 'The address cannot be scanned.',
    advice: 'Submit the page of a package or of a repository.',
  },
  SOURCE_NOT_FOUND: {
    meaning: 'There is nothing at the address, or no such version, branch or folder.',
    advice: 'Check the spelling, and whether the project is public.',
  },
  SOURCE_FORBIDDEN: {
    meaning: 'The source may not be read.',
    advice: 'Make it public, or give the scanner access to it.',
  },
  SOURCE_TOO_LARGE: {
    meaning: 'The source is larger than what is scanned.',
    advice: 'Scan a folder of it, or run the scanner on your own machine.',
  },
  SOURCE_MALFORMED: {
    meaning: 'The source is damaged, or is not what it claims to be.',
    advice: 'Look at it with care before you install it; publish it again if it is yours.',
  },
  ADDRESS_NOT_ALLOWED: {
    meaning: 'The address leads to a network that is not public.',
    advice: 'Submit a public address, or ask the operator of this service to open that network.',
  },
  SOURCE_HOSTILE: {
    meaning: 'The source stalled or killed the scanner twice, and is not tried again.',
    advice:
      'This is not a good sign. Look for files that are made to overload parsers. If you submitted the ' +
      'source, you can report it to the operator of this service.',
  },
  NOTHING_TO_SCAN: {
    meaning: 'There is nothing in it that could be scanned.',
    advice: 'Submit the folder or the package in which the code is.',
  },
  UPSTREAM_UNAVAILABLE: {
    meaning: 'The registry or the repository could not be reached.',
    advice: 'Submit it again later.',
  },
  SCAN_TIMEOUT: {
    meaning: 'The scan took longer than it may.',
    advice: 'Submit it again later, or scan a folder of it.',
  },
  SCANNER_CRASHED: {
    meaning: 'The scanner stopped while it read the source, each time it was tried.',
    advice: 'Do not take this for a good sign. Whoever submitted it can report it to the operator of this service.',
  },
  CANCELLED: { meaning: 'The scan was cancelled.', advice: 'Submit it again if it is still wanted.' },
  INTERNAL: { meaning: 'The scan failed through a fault of ours.', advice: 'Submit it again later.' },
}
