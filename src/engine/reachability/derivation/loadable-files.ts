import { sourceDialectByName } from '../../analysis/source-dialect.ts'

/** Folders whose files a program does not load when it uses the package. */
const ignoredFolders =
  /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|docs?|documentation|examples?|samples?|demos?|benchmarks?|bench|fixtures?|coverage|e2e|\.[^/]*|node_modules|[^/]*\.(?:egg-info|dist-info))\//i

/** Test files, declarations, and the settings of build tools. */
const ignoredFiles =
  /(?:^|\/)(?:[^/]*\.(?:test|tests|spec|bench|stories|config)\.[cm]?[jt]sx?|[^/]*\.d\.[cm]?ts|(?:test|tests|spec|conftest|setup|noxfile|gruntfile|gulpfile|rakefile|benchmark|example|karma\.conf|\.[^/]*)\.(?:[cm]?[jt]sx?|py)|test_[^/]*\.py|[^/]*_test\.py)$/i

const ignoredSettings =
  /(?:^|\/)(?:package|package-lock|npm-shrinkwrap|bower|component|composer|tsconfig[^/]*|jsconfig|tslint|lerna|nx|turbo|manifest|\.[^/]*)\.json$/i

/** True for a file of tests, documentation, examples, or another package. */
export const isInIgnoredFolder = (path: string): boolean => ignoredFolders.test(path)

/** True for a file of code that a program may load from an installed package. */
export function isLoadableCode(path: string): boolean {
  return sourceDialectByName(path) !== undefined && !ignoredFolders.test(path) && !ignoredFiles.test(path)
}

/** True for a file of data that code may load. */
export function isLoadableData(path: string): boolean {
  return path.endsWith('.json') && !ignoredFolders.test(path) && !ignoredSettings.test(path)
}
