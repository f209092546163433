/**
 * Folders whose projects nobody installs with the project: they try it, show it, measure it or are its site. Not
 * `eval` and `site`, which are names of programs and their parts too.
 */
const developmentFolder = new RegExp(
  String.raw`^(?:tests?|__tests__|fixtures|__fixtures__|testdata|examples?|docs|docusaurus|website|samples?|` +
    String.raw`bench.*|evals|evaluations)$`,
  'i',
)

/**
 * True for files below a folder of tests, examples, documentation, evaluations or measurements, and for
 * tools that workflows of GitHub install, but not for the workflows themselves. What such a file
 * lists is installed by developers of the project at most, so its packages count as for
 * development, and what it lacks is no gap. This is the one place that decides so.
 */
export function isDevelopmentFile(path: string): boolean {
  if (/^\.github\/.*(?<!\.ya?ml)$/s.test(path)) return true
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => developmentFolder.test(folder))
}
