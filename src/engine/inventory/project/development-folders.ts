/**
 * Folders whose projects are not installed with the project: tests, examples, benchmarks, documentation sites. Without
 * `eval` and `site`, which are also names of programs and their parts.
 */
const developmentFolder = new RegExp(
  String.raw`^(?:tests?|__tests__|fixtures|__fixtures__|testdata|examples?|docs|docusaurus|website|samples?|` +
    String.raw`bench.*|evals|evaluations)$`,
  'i',
)

/**
 * Whether a file is below a folder of tests, examples, documentation, evaluations, or benchmarks, or lists tools that
 * GitHub workflows install. Workflows themselves do not count. At most the developers of the project install what such
 * a file lists, so its packages count as development dependencies, and missing ones are not gaps. No other code makes
 * this decision.
 */
export function isDevelopmentFile(path: string): boolean {
  if (/^\.github\/.*(?<!\.ya?ml)$/s.test(path)) return true
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => developmentFolder.test(folder))
}
