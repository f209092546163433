/** Limits on one check run. GitHub sets the first three. */
export const checkRunLimits = {
  /** Length of a title. */
  maxTitleCharacters: 255,
  /** Size of each text. */
  maxTextBytes: 65_535,
  /** Annotations of one request. */
  maxAnnotationsPerRequest: 50,
  /** Annotations of a check run. The summary counts the others. */
  maxAnnotations: 300,
  /** Groups of new findings in the summary. The report lists the others. */
  maxRows: 20,
  /** Changes of one kind other than findings. The summary counts the others. */
  maxChanges: 50,
} as const
