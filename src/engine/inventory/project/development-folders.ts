/**
 * Folders whose projects are not installed with the main project: tests, examples, benchmarks, and documentation sites.
 * Excludes `eval` and `site`, which are also common names for programs and their parts.
 */
const developmentFolder = new RegExp(
  String.raw`^(?:tests?|__tests__|fixtures|__fixtures__|testdata|examples?|docs|docusaurus|website|samples?|` +
    String.raw`bench.*|evals|evaluations)$`,
  'i',
)

/**
 * Reports whether a file is in a folder for tests, examples, documentation, evaluations, or benchmarks, or lists tools
 * that GitHub workflows install. Returns false for the workflows themselves. No one but the project's developers
 * installs what such a file lists. Its packages are therefore development dependencies, and missing ones are not gaps.
 * No other function makes this decision.
 */
export function isDevelopmentFile(path: string): boolean {
  if (/^\.github\/.*(?<!\.ya?ml)$/s.test(path)) return true
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => developmentFolder.test(folder))
}
