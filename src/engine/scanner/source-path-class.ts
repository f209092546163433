import { isDevelopmentFile } from '../inventory/project/development-folders.ts'

/**
 * `aside` covers tests, examples, documentation, templates, type declarations, and installed packages. The project does
 * not execute their code unless it imports it by path. `project` covers everything else.
 */
export type SourcePathClass = 'project' | 'aside'

/** Matches test files by name, as the test runners of both languages do, and test helpers. */
const testName = /(?:^|[._-])(?:test|tests|spec)\.[^.]+$|^test_[^/]*\.pyi?$|^conftest\.py$/i

/** Matches type declarations. */
const declarationName = /\.d\.[cm]?ts$|\.d\.[^.]+\.ts$|\.pyi$/i

/** Matches template folders. Their files become code only after they are filled in or copied. */
const templateFolder = new RegExp(
  String.raw`^(?:templates?|boilerplates?|skeletons?|cookiecutters?|.*\{\{.*|__templates__|test-?data|` +
    String.raw`test-?cases|testing|specs?|e2e|__mocks__|mocks?)$`,
  'i',
)

/** Folders that hold installed packages. Some projects commit or publish these folders. */
const installedPackages: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'bower_components'])

/**
 * Returns the class of a source file, based only on its path. In `aside` folders, large repositories keep intentional
 * syntax errors, templates, and foreign dialects, and a file that no parser accepts is rarely executed. An unreadable
 * file in such a folder is therefore listed but is not a coverage gap. Findings in other files are not affected.
 */
export function sourcePathClass(path: string): SourcePathClass {
  const end = path.lastIndexOf('/') + 1
  const name = path.slice(end)
  return isAsideFolder(path.slice(0, end)) || testName.test(name) || declarationName.test(name) ? 'aside' : 'project'
}

/**
 * Last folder and its class. Cached because files arrive folder by folder and each is looked up several times per scan.
 */
let latest = { folder: '', isAside: false }

function isAsideFolder(folder: string): boolean {
  if (latest.folder !== folder)
    latest = {
      folder,
      isAside:
        isDevelopmentFile(`${folder}file`) ||
        folder.split('/').some((part) => templateFolder.test(part) || installedPackages.has(part)),
    }
  return latest.isAside
}
