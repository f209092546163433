import { isDevelopmentFile } from '../inventory/project/development-folders.ts'

/**
 * `aside`: tests, examples, documentation, templates, declarations of types, and installed packages. No one reaches
 * their code through the project, unless the project imports it by path. `project`: everything else.
 */
export type SourcePathClass = 'project' | 'aside'

/** Tests by their own name, as the runners of both languages find them, and their support. */
const testName = /(?:^|[._-])(?:test|tests|spec)\.[^.]+$|^test_[^/]*\.pyi?$|^conftest\.py$/i

/** Declarations of types. */
const declarationName = /\.d\.[cm]?ts$|\.d\.[^.]+\.ts$|\.pyi$/i

/** Folders of what is filled in or copied before it is code. */
const templateFolder = new RegExp(
  String.raw`^(?:templates?|boilerplates?|skeletons?|cookiecutters?|.*\{\{.*|__templates__|test-?data|` +
    String.raw`test-?cases|testing|specs?|e2e|__mocks__|mocks?)$`,
  'i',
)

/** Folders in which package managers install other people's packages. Some projects commit or publish them. */
const installedPackages: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'bower_components'])

/**
 * In which class a source file is, by its path alone. Syntax errors on purpose, templates and other people's dialects
 * are what big repositories keep in the folders of the class `aside`, and a file that no parser understands hardly
 * runs: there it is told and is no gap. What is seen of such a file is judged as ever.
 */
export function sourcePathClass(path: string): SourcePathClass {
  const end = path.lastIndexOf('/') + 1
  const name = path.slice(end)
  return isAsideFolder(path.slice(0, end)) || testName.test(name) || declarationName.test(name) ? 'aside' : 'project'
}

/** The folder that was asked about last: files come folder by folder, and are asked about several times a scan. */
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
