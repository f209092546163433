import { posix } from 'node:path'
import { sourceDialectByName } from '../../analysis/source-dialect.ts'

const named = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** Folders whose files a program does not load when it uses the package. */
const ignoredFolders = named(
  '__tests__ __mocks__ __fixtures__ test tests spec specs doc docs documentation example examples sample samples',
  'demo demos benchmark benchmarks bench fixture fixtures coverage e2e node_modules',
)
/** Names of test files and of the settings of build tools, without extensions. */
const ignoredNames = named(
  'test tests spec conftest setup noxfile gruntfile gulpfile rakefile benchmark example karma.conf',
)
/** Last parts of the names of such files: `a.test.js`. */
const ignoredEndings = named('test tests spec bench stories config')
/** Names of JSON files that are settings, without the extension. */
const settingsNames = named(
  'package package-lock npm-shrinkwrap bower component composer jsconfig tslint lerna nx turbo manifest',
)

/** True for test files, declarations, and the settings of build tools. */
function isIgnoredFile(path: string): boolean {
  const base = posix.basename(path).toLowerCase()
  const extension = posix.extname(base)
  const stem = posix.basename(base, extension)
  if (stem.startsWith('.') || ignoredNames.has(stem)) return true
  if (extension === '.py') return stem.startsWith('test_') || stem.endsWith('_test')
  const ending = posix.extname(stem)
  return ignoredEndings.has(ending.slice(1)) || (ending === '.d' && extension.endsWith('ts'))
}

function isSettings(path: string): boolean {
  const stem = posix.basename(path.toLowerCase(), '.json')
  return settingsNames.has(stem) || stem.startsWith('tsconfig') || stem.startsWith('.')
}

/** True for a file of tests, documentation, examples, or another package. */
export function isInIgnoredFolder(path: string): boolean {
  const folders = path.toLowerCase().split('/').slice(0, -1)
  return folders.some(
    (folder) => ignoredFolders.has(folder) || folder.startsWith('.') || /\.(?:egg|dist)-info$/.test(folder),
  )
}

/** True for a file of code that a program may load from an installed package. */
export function isLoadableCode(path: string): boolean {
  return sourceDialectByName(path) !== undefined && !isInIgnoredFolder(path) && !isIgnoredFile(path)
}

/** True for a file of data that code may load. */
export function isLoadableData(path: string): boolean {
  return path.endsWith('.json') && !isInIgnoredFolder(path) && !isSettings(path)
}
