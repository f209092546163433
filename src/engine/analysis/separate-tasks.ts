/**
 * Tasks that a child loads only if it is started for them. The taint analysis makes up two thirds of the program's
 * code, and only children that scan a whole small project load it with other tasks. Scans rarely need the tasks of the
 * reachability analysis.
 */
export const separateTasks: ReadonlySet<string> = new Set([
  'derive-functions',
  'follow-project',
  'judge-reachability',
  'list-capabilities',
  'summarize-package',
  'summarize-source-file',
])
