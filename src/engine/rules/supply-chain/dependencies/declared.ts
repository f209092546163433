import { posix } from 'node:path'
import { entriesOf, textOf, under } from '../../../inventory/settings-files/value.ts'
import { supplyChainLimits } from '../supply-chain-limits.ts'
import { displayAddress, displayLine } from '../../display-text.ts'
import type { TextFile } from '../../text-file.ts'
import { isOutOfScope, type Project } from '../project.ts'

/** Dependency that a project manifest declares. */
export interface DeclaredDependency {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  /** Range, tag, or URL, as written. Empty for any version. */
  readonly wanted: string
  readonly file: TextFile
  readonly offset: number
  /** False for development dependencies. */
  readonly isInstalled: boolean
}

const dependenciesByProject = new WeakMap<Project, readonly DeclaredDependency[]>()

/**
 * Returns the dependencies that `package.json`, `pyproject.toml`, `requirements*.txt`, and `setup.py` declare. Peer
 * dependencies are skipped, because another package installs them.
 */
export function declaredDependencies(project: Project): readonly DeclaredDependency[] {
  const cached = dependenciesByProject.get(project)
  if (cached) return cached
  const python = [...project.snapshot.files.keys()].filter(
    (path) =>
      !isOutOfScope(path) &&
      /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|pyproject\.toml|setup\.py)$|(?:^|\/)requirements\/[\w.-]+\.txt$/.test(
        path,
      ),
  )
  if (python.length > supplyChainLimits.maxPythonManifests)
    project.addGap('the project has too many Python manifests to be fully analyzed')
  const all = [
    ...npmDependencies(project),
    ...python.slice(0, supplyChainLimits.maxPythonManifests).flatMap((path) => pythonDependencies(project, path)),
  ]
  if (all.length > supplyChainLimits.maxDependencies)
    project.addGap('the manifests declare too many dependencies to be fully analyzed')
  const dependencies = all.slice(0, supplyChainLimits.maxDependencies)
  dependenciesByProject.set(project, dependencies)
  return dependencies
}

function npmDependencies({ manifests }: Project): DeclaredDependency[] {
  return manifests
    .filter(({ file }) => !/(?:^|\/)node_modules\//.test(file.path))
    .flatMap(({ file, root }) =>
      ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
        entriesOf(under(root, kind)).flatMap(({ key, offset, value }) =>
          value.kind === 'scalar'
            ? [
                {
                  ecosystem: 'npm' as const,
                  name: key,
                  wanted: (textOf(value) ?? '').trim(),
                  file,
                  offset,
                  isInstalled: kind !== 'devDependencies',
                },
              ]
            : [],
        ),
      ),
    )
}

function pythonDependencies(project: Project, path: string): DeclaredDependency[] {
  const file = project.textOf(path)
  if (!file) return []
  const name = posix.basename(file.path)
  const parse = (text: string, offset: number, isInstalled = true) => parseRequirement(text, file, offset, isInstalled)
  if (name.endsWith('.toml')) return inPyproject(project, file)
  if (name === 'setup.py')
    return listsOf(project, file, /\binstall_requires\s{0,9}=\s{0,9}\[/g).flatMap(({ text, offset }) =>
      parse(text, offset),
    )
  const isForDevelopment = /dev|test|lint|doc|ci/i.test(name)
  return linesWithOffsets(file.text).flatMap(({ line, offset }) =>
    parse(withoutComment(line), offset, !isForDevelopment),
  )
}

/** Strips the comment, hashes, and line continuation from a line. */
function withoutComment(line: string): string {
  const rest = line.search(/(?:^|\s)#|\s--hash=/)
  const text = (rest < 0 ? line : line.slice(0, rest)).trim()
  return text.endsWith('\\') ? text.slice(0, -1).trimEnd() : text
}

function inPyproject(project: Project, file: TextFile): DeclaredDependency[] {
  const dependencies: DeclaredDependency[] = listsOf(project, file, /^dependencies\s{0,9}=\s{0,9}\[/gm).flatMap(
    ({ text, offset }) => parseRequirement(text, file, offset, true),
  )
  const poetry = /^\[tool\.poetry\.dependencies\]\s*$/m.exec(file.text)
  if (!poetry) return dependencies
  const start = poetry.index + poetry[0].length
  const rest = file.text.slice(start)
  const section = rest.slice(0, rest.search(/^\[/m) < 0 ? undefined : rest.search(/^\[/m))
  for (const { line, offset } of linesWithOffsets(section)) {
    const [, name = '', text, table] =
      /^\s*["']?([\w.-]{1,100})["']?\s*=\s*(?:["']([^"']{0,200})["']|(\{.{0,500}\}))/.exec(line) ?? []
    if (name === '' || name.toLowerCase() === 'python') continue
    const git = /\b(?:git|url)\s*=\s*["']([^"']{1,400})["']/.exec(table ?? '')?.[1]
    const commit = /\brev\s*=\s*["']([0-9a-f]{7,40})["']/.exec(table ?? '')?.[1]
    const wanted =
      git === undefined
        ? (text ?? /\bversion\s*=\s*["']([^"']{0,200})["']/.exec(table ?? '')?.[1] ?? 'local')
        : `git+${git}${commit === undefined ? '' : `@${commit}`}`
    dependencies.push({ ecosystem: 'PyPI', name, wanted, file, offset: start + offset, isInstalled: true })
  }
  return dependencies
}

/** Maximum length of a version specifier. Real ones are shorter. */
const maxWantedLength = 1_000

/** Parses a PEP 508 requirement or a URL that pip accepts. Returns an empty list for options and comments. */
function parseRequirement(text: string, file: TextFile, offset: number, isInstalled: boolean): DeclaredDependency[] {
  const address =
    /^(?:-e\s+|--editable[\s=]+)?((?:git\+|hg\+|svn\+|bzr\+)?(?:https?|ssh|git|file):\/\/\S{1,1000})$/.exec(text)?.[1]
  if (address !== undefined)
    return [
      {
        ecosystem: 'PyPI',
        name: /#egg=([\w.-]{1,100})/.exec(address)?.[1] ?? displayAddress(address).slice(0, 100),
        wanted: address,
        file,
        offset,
        isInstalled,
      },
    ]
  const [start = '', name] = /^([A-Za-z\d][\w.-]{0,100})\s{0,100}(?:\[[^\]]{0,200}\])?/.exec(text) ?? []
  const wanted = text.slice(start.length).trim()
  if (name === undefined || wanted.length > maxWantedLength || !/^(?:$|[@<>=!~;,(])/.test(wanted)) return []
  return [
    {
      ecosystem: 'PyPI',
      name,
      wanted: wanted.startsWith('@')
        ? (wanted.slice(1).split(/\s;/, 1)[0]?.trim() ?? '')
        : (wanted.split(';', 1)[0]?.trim() ?? ''),
      file,
      offset,
      isInstalled,
    },
  ]
}

/** Returns the strings in each list that starts at a match of the pattern, up to the closing bracket. */
function listsOf(project: Project, { path, text }: TextFile, listStart: RegExp): { text: string; offset: number }[] {
  const lists = [...text.matchAll(listStart)]
  if (lists.length > supplyChainLimits.maxDependencyLists)
    project.addGap(`${displayLine(path)} has too many dependency lists to be fully analyzed`)
  return lists.slice(0, supplyChainLimits.maxDependencyLists).flatMap(({ index, 0: whole }) => {
    const start = index + whole.length
    const end = /^[ \t]*\]|\][ \t]{0,40}(?:,[ \t]{0,40})?(?:#.*)?$/m.exec(text.slice(start))
    const list = text.slice(start, end ? start + end.index : start + 20_000)
    return [
      ...list
        .replaceAll(/^[ \t]*#.*$/gm, (line) => ' '.repeat(line.length))
        .matchAll(/"([^"\n]{1,500})"|'([^'\n]{1,500})'/g),
    ].map((item) => ({ text: item[1] ?? item[2] ?? '', offset: start + item.index }))
  })
}

function linesWithOffsets(text: string): { line: string; offset: number }[] {
  let offset = 0
  return text.split('\n').map((line) => {
    const entry = { line: line.replace(/\r$/, ''), offset }
    offset += line.length + 1
    return entry
  })
}
