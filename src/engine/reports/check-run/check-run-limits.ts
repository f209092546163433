/** Limits on one check run. GitHub sets the first three. */
export const checkRunLimits = {
  /** Maximum length of a title. */
  maxTitleCharacters: 255,
  /** Maximum size of each text in UTF-8 bytes. */
  maxTextBytes: 65_535,
  /** Maximum number of annotations per request. */
  maxAnnotationsPerRequest: 50,
  /** Maximum number of annotations per check run. The summary counts the rest. */
  maxAnnotations: 300,
  /** Maximum number of groups of new findings in the summary. The report lists the rest. */
  maxRows: 20,
  /** Maximum number of changes of each kind other than findings. The summary counts the rest. */
  maxChanges: 50,
} as const
