/** Folders of packages that another project neither loads nor runs. */
const asideFolder = new RegExp(
  String.raw`^(?:tests?|__tests__|__mocks__|mocks?|specs?|test-?data|test-?cases|testing|fixtures|__fixtures__|e2e|` +
    String.raw`coverage|examples?|samples?|docs|website|bench|benchmarks?|node_modules)$`,
  'i',
)
/** Test files, as the test runners of both languages name them. */
const testName = /(?:^|[._-])(?:test|tests|spec|bench|benchmark|stories)\.[^.]+$|^test_[^/]*\.py$|^conftest\.py$/i
/** Files in the root folder that build or configure the package. Its archive contains them by accident. */
const buildFile = new RegExp(
  String.raw`^(?:(?:gulp|grunt|cake|jake)file|.*[._-](?:config|conf)|\..*rc|rollup|webpack|karma)\.[cm]?[jt]sx?$|` +
    String.raw`^(?:setup|noxfile|fabfile)\.py$`,
  'i',
)

/** Folders for the developers of a package, if they are in its root folder and its manifest names no file in them. */
const toolFolder = /^(?:scripts?|tools?|tasks|build-?scripts?|ci|\..*)$/i

/**
 * Reports whether a file of a package can run where the package is installed, based only on its path. Tests, examples,
 * documentation, and build files cannot, unless a user calls them by name.
 *
 * @param manifest text of the parts of the manifest that name files to load or run
 */
export function runsWhereInstalled(path: string, manifest = ''): boolean {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  if (testName.test(name) || parts.some((folder) => asideFolder.test(folder))) return false
  const [root] = parts
  if (root === undefined) return !buildFile.test(name)
  return !toolFolder.test(root) || manifest.includes(`${root}/`)
}
