import { posix } from 'node:path'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { inventoryLimits } from '../../inventory-limits.ts'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { Listing } from '../../listing.ts'
import type { ListedPackage, ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { splitAtFirst } from '../../syntax/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { asked, isPublicIndex, pythonInstallation } from './python-installation.ts'
import { listRequirement, reasonOfAddress, type Role, shown } from './requested-package.ts'
import { readRequirement } from './requirement.ts'
import { optionOf, withoutOptions } from './requirements-options.ts'
import { type RequirementsLine, requirementsLines } from './requirements-lines.ts'

/** Limits on a file's direct and indirect includes: number of files, depth, and total characters. */
const maxIncludes = 100
const maxIncludeDepth = 10
const maxIncludedCharacters = 4 * 1024 * 1024

/** Maximum number of statements in a file and its includes. Several statements may require the same package. */
const maxStatements = 4 * inventoryLimits.maxComponents

/** pip options whose value is the URL, name, or folder of a package. */
const editable: ReadonlySet<string> = new Set(['-e', '--editable'])
const includes: ReadonlySet<string> = new Set(['-r', '--requirement', '--requirements'])
const constraints: ReadonlySet<string> = new Set(['-c', '--constraint', '--constraints'])

/**
 * Reader for requirements files of pip, pip-compile (`*.in`), and uv. Included files are read as part of them. As in
 * pip, a pinned version in a constraints file applies to requirements without a version. Settings such as `--index-url`
 * are project preferences and are ignored. Linear in the file and its includes.
 */
export const requirements: ManifestReader = {
  id: 'requirements',
  ecosystem: 'PyPI',
  kind: 'manifest',
  isInstalledByItself: true,
  names: ['requirements.txt', 'requirements/*.txt', 'requirements.in', 'requirements.lock'],
  reads(path) {
    const { dir, name, ext } = posix.parse(path)
    const isNamedSo = name.split(/[-_.]/).includes('requirements')
    return ext === '.txt' || ext === '.in'
      ? isNamedSo || posix.basename(dir) === 'requirements'
      : ext === '.lock' && isNamedSo
  },
  read(file) {
    if (file.text.includes('\0')) throw new UnreadableManifest('no-utf-8')
    workOf(file).spend(parsingSteps(file.text))
    const collection: Collection = {
      file,
      listing: new Listing(workOf(file)),
      pins: new Map(),
      constraints: [],
      requirements: [],
      read: new Set(),
      included: 0,
      statements: 0,
    }
    collect(collection, { text: file.text, folder: '.', depth: 0 })
    return list(collection)
  },
}

/** Requirement in one of the files. */
interface Asked {
  readonly text: string
  readonly via: readonly string[]
  /** Line number. For a requirement in an included file, this is the line of the include statement. */
  readonly line: number
  /** Place in an included file. */
  readonly included?: { readonly path: string; readonly line: number }
}

interface Collection {
  readonly file: ManifestFile
  readonly listing: Listing
  /** Versions pinned by constraints files, by normalized name. */
  readonly pins: Map<string, string>
  /** All requirements in constraints files. */
  readonly constraints: string[]
  /** Index URL that replaces PyPI. */
  index?: string
  readonly requirements: Asked[]
  /** Included files, with the kind of inclusion. */
  readonly read: Set<string>
  /** Total number of characters in included files. */
  included: number
  /** Number of statements so far. */
  statements: number
}

/** Throws if the files together have too many statements. */
function* statementsOf(collection: Collection, text: string): Iterable<RequirementsLine> {
  for (const statement of requirementsLines(text)) {
    collection.statements += 1
    if (collection.statements > maxStatements)
      throw new UnreadableManifest({ code: 'statement-limit', count: maxStatements })
    yield statement
  }
}

/** Content of a file or of an included file. */
interface IncludedText {
  readonly text: string
  /** Folder of this file, relative to the folder of the top-level file. */
  readonly folder: string
  readonly depth: number
  /** Path of an included file. */
  readonly path?: string
  /** Line in the top-level file that includes this file. Absent for the top-level file itself. */
  readonly includedAt?: number
}

function collect(collection: Collection, { text, folder, depth, path, includedAt }: IncludedText): void {
  for (const statement of statementsOf(collection, text)) {
    const option = statement.text.startsWith('-') ? optionOf(statement.text) : undefined
    const line = includedAt ?? statement.line
    const place = { folder, depth, line }
    const included = path === undefined ? {} : { included: { path, line: statement.line } }
    if (option === undefined)
      collection.requirements.push({ text: withoutOptions(statement), via: statement.via, line, ...included })
    else if (includes.has(option.name)) include(collection, option.value, place, collect)
    else if (constraints.has(option.name)) include(collection, option.value, place, constrain)
    else if (option.name === '-i' || option.name === '--index-url') collection.index = option.value
    else if (editable.has(option.name)) askEditable(collection, option.value, place)
  }
}

/** Reads the pinned versions in a constraints file, which installs nothing itself. */
function constrain(collection: Collection, { text, folder, depth, includedAt }: IncludedText): void {
  for (const statement of statementsOf(collection, text)) {
    const option = statement.text.startsWith('-') ? optionOf(statement.text) : undefined
    if (option !== undefined && (includes.has(option.name) || constraints.has(option.name)))
      include(collection, option.value, { folder, depth, line: includedAt ?? statement.line }, constrain)
    const requirement = option === undefined ? readRequirement(withoutOptions(statement)) : undefined
    if (requirement !== undefined && requirement.address === undefined)
      collection.constraints.push(withoutOptions(statement))
    if (requirement?.version !== undefined)
      collection.pins.set(normalProjectName(requirement.name), requirement.version)
  }
}

/** Location of a statement: the folder of its file, the depth of inclusion, and the line in the top-level file. */
type StatementPlace = Pick<IncludedText, 'folder' | 'depth'> & { readonly line: number }

function include(
  collection: Collection,
  target: string,
  { folder, depth, line }: StatementPlace,
  then: typeof collect,
): void {
  const { file, listing, read } = collection
  const missing = (reason: DependencyReason): void =>
    listing.request({ ...roleOf(file.path), line, name: shown(target), requested: shown(target), reason })
  if (target === '') return
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return missing('included-file-at-url')
  const relative = posix.join(folder, target)
  const path = pathWithinProject(file.path, relative)
  const identity = `${then === constrain ? 'constraints' : 'requirements'} ${path}`
  if (path !== undefined && (path === file.path || read.has(identity))) return
  if (depth >= maxIncludeDepth || read.size > maxIncludes) return missing('too-many-includes')
  const text = path === undefined ? undefined : file.sibling(relative)
  if (text === undefined) return missing('included-file-missing')
  read.add(identity)
  collection.included += text.length
  workOf(file).spend(parsingSteps(text))
  if (collection.included > maxIncludedCharacters) return missing('included-files-too-large')
  then(collection, {
    text,
    folder: posix.dirname(relative),
    depth: depth + 1,
    includedAt: line,
    ...(path !== undefined && { path }),
  })
}

/** Maximum length of the extras that follow a folder: `.[dev,test]`. */
const maxExtras = 200

function withoutExtras(target: string): string {
  const start = target.endsWith(']') ? target.lastIndexOf('[') : -1
  const extras = start < 0 ? '' : target.slice(start + 1, -1)
  return start < 0 || extras.length > maxExtras || extras.includes(']') ? target : target.slice(0, start)
}

/** Handles an editable requirement. If it is a folder in the project, the folder's own manifest describes it. */
function askEditable({ file, listing }: Collection, target: string, { folder, line }: StatementPlace): void {
  const plain = withoutExtras(target)
  if (!/^[a-z]+(?:\+[a-z]+)?:/i.test(plain) && pathWithinProject(file.path, posix.join(folder, plain)) !== undefined)
    return
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(target)?.[1]
  listing.request({
    ...roleOf(file.path),
    line,
    name: egg ?? shown(target),
    requested: shown(target),
    reason: reasonOfAddress(target),
  })
}

function list(collection: Collection): ReturnType<Listing['reading']> {
  const { file, listing, pins, constraints, requirements, index } = collection
  const role = roleOf(file.path)
  const edges = edgesOf(requirements)
  const listed = new Map<string, number>()
  for (const { text, via, line } of requirements) {
    const place = { ...role, line }
    const requirement = readRequirement(text)
    const bare = requirement === undefined ? bareAddress(file.path, text) : undefined
    if (bare === 'within the project') continue
    if (bare !== undefined)
      listing.request({ ...place, name: bare, requested: shown(text), reason: reasonOfAddress(text) })
    else if (requirement === undefined) listRequirement(listing, text, place)
    else {
      const version =
        requirement.version ??
        (requirement.address === undefined ? pins.get(normalProjectName(requirement.name)) : undefined)
      if (version === undefined) listRequirement(listing, text, place)
      else {
        const name = normalProjectName(requirement.name)
        const before = listed.get(name) ?? 0
        listed.set(name, before + 1)
        listing.add(
          withGraph(
            { ...place, name: requirement.name, version },
            via,
            before < maxVersions ? edges.get(name) : undefined,
          ),
        )
      }
    }
  }
  const ofIndex = requirements.filter(({ text }) => bareAddress(file.path, text) === undefined)
  return listing.reading(
    pythonInstallation(
      ofIndex.map(({ text, line, included }) => ({
        ...asked(text, { ...role, groups: [], line }),
        ...(included && { included }),
      })),
      { constraints, ...(index !== undefined && !isPublicIndex(index) && { otherIndex: index }) },
    ),
  )
}

/** Returns keys and dependencies of pinned requirements by normalized name. Empty if no comment names dependents. */
function edgesOf(requirements: readonly Asked[]): ReadonlyMap<string, string[]> {
  const brings = new Map<string, string[]>()
  for (const { text, via } of requirements) {
    const requirement = via.length === 0 ? undefined : readRequirement(text)
    if (requirement?.version === undefined) continue
    for (const asker of via) {
      const known = brings.get(normalProjectName(asker))
      const key = `${requirement.name}@${requirement.version}`
      if (known === undefined) brings.set(normalProjectName(asker), [key])
      else known.push(key)
    }
  }
  return brings
}

/**
 * Maximum number of versions of a package to which the dependencies under their common name apply. Files for several
 * platforms have two or three versions.
 */
const maxVersions = 8

/** Adds the graph. If no comment names dependents, each requirement counts as a direct dependency of the project. */
function withGraph(
  listed: ListedPackage,
  via: readonly string[],
  requires: readonly string[] | undefined,
): ListedPackage {
  const direct =
    via.length === 0 ||
    via.some((asker) => asker.startsWith('-r ') || /\((?:pyproject\.toml|setup\.(?:cfg|py))\)$/.test(asker))
  return { ...listed, direct, ...(requires === undefined ? {} : { requires }) }
}

/** Returns the display name for a line that has a URL or path instead of a requirement. */
function bareAddress(path: string, text: string): string | undefined {
  const address = (splitAtFirst(text, ';')?.[0] ?? text).trim()
  if (/^[a-z]+(?:\+[a-z]+)?:/i.test(address)) return /[#&]egg=([A-Za-z0-9._-]+)/.exec(address)?.[1] ?? shown(address)
  if (!/^[./\\]|[/\\]|\.(?:whl|zip|tar\.gz)$/.test(address) || /\s/.test(address)) return undefined
  return pathWithinProject(path, address) === undefined ? shown(address) : 'within the project'
}

/** Returns the role of files such as `requirements-dev.txt`: for development, in the named group. */
function roleOf(path: string): Role {
  const group = posix
    .parse(path)
    .name.split(/[-_.]/)
    .find((word) => isDevelopmentGroup(word))
  return group === undefined ? { dev: false, groups: [] } : { dev: true, groups: [group] }
}
