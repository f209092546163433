import { isDevelopmentFile } from '../inventory/project/development-folders.ts'

/**
 * `aside`: tests, examples, documentation, templates, declarations of types, and installed packages. No one reaches
 * their code through the project, unless the project imports it by path. `project`: everything else.
 */
export type SourcePathClass = 'project' | 'aside'

/** Tests by their own name, as the test runners of both languages find them, and test helpers. */
const testName = /(?:^|[._-])(?:test|tests|spec)\.[^.]+$|^test_[^/]*\.pyi?$|^conftest\.py$/i

/** Type declarations. */
const declarationName = /\.d\.[cm]?ts$|\.d\.[^.]+\.ts$|\.pyi$/i

/** Folders of templates that are filled in or copied before they are code. */
const templateFolder = new RegExp(
  String.raw`^(?:templates?|boilerplates?|skeletons?|cookiecutters?|.*\{\{.*|__templates__|test-?data|` +
    String.raw`test-?cases|testing|specs?|e2e|__mocks__|mocks?)$`,
  'i',
)

/** Folders into which package managers install other packages. Some projects commit or publish them. */
const installedPackages: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'bower_components'])

/**
 * The class of a source file, by its path only. Large repositories keep intentional syntax errors, templates, and
 * foreign dialects in folders of the class `aside`, and a file that no parser accepts is rarely executed. In these
 * folders, such a file is listed and is not a gap. The findings of other files are not affected.
 */
export function sourcePathClass(path: string): SourcePathClass {
  const end = path.lastIndexOf('/') + 1
  const name = path.slice(end)
  return isAsideFolder(path.slice(0, end)) || testName.test(name) || declarationName.test(name) ? 'aside' : 'project'
}

/** The folder of the last call, because files arrive folder by folder and are looked up several times per scan. */
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
