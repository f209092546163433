import type { ScanFailureCode } from '../../../engine/model/scan.ts'

/** Meaning and advice for each failure. The texts reveal nothing about the project, because it may be private. */
export const failureAdvice: Readonly<Record<ScanFailureCode, { readonly meaning: string; readonly advice: string }>> = {
  INVALID_URL: {
    meaning: 'Assay cannot scan this URL.',
    advice: 'Submit the URL of a package or a Git repository.',
  },
  SOURCE_NOT_FOUND: {
    meaning: 'The URL, version, branch, or folder does not exist.',
    advice: 'Check the spelling, and make sure that the project is public.',
  },
  SOURCE_FORBIDDEN: {
    meaning: 'Assay has no access to the source.',
    advice: 'Make the source public, or give Assay access to it.',
  },
  SOURCE_TOO_LARGE: {
    meaning: 'The source exceeds the size limit.',
    advice: 'Scan one folder of the source, or run Assay on your own machine.',
  },
  SOURCE_MALFORMED: {
    meaning: 'The source is damaged, or its format does not match its declared type.',
    advice: 'Inspect the source before you install it. If you maintain the project, publish it again.',
  },
  ADDRESS_NOT_ALLOWED: {
    meaning: 'The host in the URL has no public address, or the source redirects to a URL that is not allowed.',
    advice:
      'Check the spelling of the host name. To scan a source in a private network, ask the operator of this service ' +
      'to add source=NETWORK to ASSAY_ALLOW_NETWORKS.',
  },
  SOURCE_HOSTILE: {
    meaning: 'The source stalled or crashed the scanner twice, so Assay does not retry the scan.',
    advice:
      'Treat this failure as a warning sign. Look for files that are designed to overload parsers. You can report ' +
      'the source to the operator of this service.',
  },
  NOTHING_TO_SCAN: {
    meaning: 'The source contains nothing that Assay can scan.',
    advice: 'Submit the folder or the package that contains the code.',
  },
  UPSTREAM_UNAVAILABLE: {
    meaning: 'The package registry or the repository is unreachable.',
    advice: 'Start the scan again later.',
  },
  SCAN_TIMEOUT: {
    meaning: 'The scan exceeded its time limit.',
    advice: 'Start the scan again later, or scan one folder of the source.',
  },
  SCANNER_CRASHED: {
    meaning: 'The scanner crashed on every attempt to read the source.',
    advice: 'Treat this failure as a warning sign. You can report the source to the operator of this service.',
  },
  CANCELLED: { meaning: 'The scan was canceled.', advice: 'Start the scan again if you still need it.' },
  INTERNAL: { meaning: 'The scan failed because of an internal error.', advice: 'Start the scan again later.' },
}
