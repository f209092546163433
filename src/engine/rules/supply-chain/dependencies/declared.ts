import { posix } from 'node:path'
import { entriesOf, textOf, under } from '../../../inventory/settings-files/value.ts'
import { supplyChainLimits } from '../supply-chain-limits.ts'
import { displayAddress, displayLine } from '../../display-text.ts'
import type { TextFile } from '../../text-file.ts'
import { isAside, type Project } from '../project.ts'

/** A dependency as a manifest of the project asks for it. */
export interface DeclaredDependency {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  /** Range, tag or address, as it is written; empty for any version. */
  readonly wanted: string
  readonly file: TextFile
  readonly offset: number
  /** An installation brings it. */
  readonly isInstalled: boolean
}

const declared = new WeakMap<Project, readonly DeclaredDependency[]>()

/**
 * What `package.json`, `pyproject.toml`, `requirements*.txt` and `setup.py` ask for. Peers are left out: others bring
 * them.
 */
export function declaredDependencies(project: Project): readonly DeclaredDependency[] {
  const known = declared.get(project)
  if (known) return known
  const python = [...project.snapshot.files.keys()].filter(
    (path) =>
      !isAside(path) &&
      /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|pyproject\.toml|setup\.py)$|(?:^|\/)requirements\/[\w.-]+\.txt$/.test(
        path,
      ),
  )
  if (python.length > supplyChainLimits.maxPythonManifests)
    project.leaveOut('there are more manifests of Python than are read')
  const all = [
    ...npmDependencies(project),
    ...python.slice(0, supplyChainLimits.maxPythonManifests).flatMap((path) => pythonDependencies(project, path)),
  ]
  if (all.length > supplyChainLimits.maxDependencies)
    project.leaveOut('more dependencies are asked for than are looked at')
  const found = all.slice(0, supplyChainLimits.maxDependencies)
  declared.set(project, found)
  return found
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
  const at = (text: string, offset: number, isInstalled = true) => requirement(text, file, offset, isInstalled)
  if (name.endsWith('.toml')) return inPyproject(project, file)
  if (name === 'setup.py')
    return listsOf(project, file, /\binstall_requires\s{0,9}=\s{0,9}\[/g).flatMap(({ text, offset }) =>
      at(text, offset),
    )
  const isForDevelopment = /dev|test|lint|doc|ci/i.test(name)
  return linesWithOffsets(file.text).flatMap(({ line, offset }) => at(withoutRest(line), offset, !isForDevelopment))
}

/** A line without its comment, its digests and the mark that it goes on. */
function withoutRest(line: string): string {
  const rest = line.search(/(?:^|\s)#|\s--hash=/)
  const own = (rest < 0 ? line : line.slice(0, rest)).trim()
  return own.endsWith('\\') ? own.slice(0, -1).trimEnd() : own
}

function inPyproject(project: Project, file: TextFile): DeclaredDependency[] {
  const found: DeclaredDependency[] = listsOf(project, file, /^dependencies\s{0,9}=\s{0,9}\[/gm).flatMap(
    ({ text, offset }) => requirement(text, file, offset, true),
  )
  const poetry = /^\[tool\.poetry\.dependencies\]\s*$/m.exec(file.text)
  if (!poetry) return found
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
    found.push({ ecosystem: 'PyPI', name, wanted, file, offset: start + offset, isInstalled: true })
  }
  return found
}

/** What is asked for is no longer in what anybody means. */
const maxWantedLength = 1_000

/** A requirement as PEP 508 has it, and addresses as pip reads them; none for options and comments. */
function requirement(text: string, file: TextFile, offset: number, isInstalled: boolean): DeclaredDependency[] {
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
  const [begins = '', name] = /^([A-Za-z\d][\w.-]{0,100})\s{0,100}(?:\[[^\]]{0,200}\])?/.exec(text) ?? []
  const wanted = text.slice(begins.length).trim()
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

/** The texts of lists that begin where a pattern matches, up to the closing bracket. */
function listsOf(project: Project, { path, text }: TextFile, begins: RegExp): { text: string; offset: number }[] {
  const lists = [...text.matchAll(begins)]
  if (lists.length > supplyChainLimits.maxDependencyLists)
    project.leaveOut(`${displayLine(path)} has more lists of dependencies than are read`)
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
    const placed = { line: line.replace(/\r$/, ''), offset }
    offset += line.length + 1
    return placed
  })
}
