/** Limits on one check run. GitHub sets the first three. */
export const checkRunLimits = {
  /** Length of a title. */
  maxTitleCharacters: 255,
  /** Size of each text in bytes of UTF-8. */
  maxTextBytes: 65_535,
  /** Annotations per request. */
  maxAnnotationsPerRequest: 50,
  /** Annotations per check run. The summary counts the rest. */
  maxAnnotations: 300,
  /** Groups of new findings in the summary. The report lists the rest. */
  maxRows: 20,
  /** Changes of each kind other than findings. The summary counts the rest. */
  maxChanges: 50,
} as const
