/** Formats of a scan report. */
export const scanFormats = ['table', 'json', 'sarif'] as const
