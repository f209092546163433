import { basename } from 'node:path/posix'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { readLicense } from '../../../model/read-license.ts'
import { packageLimits } from '../../../sources/package-limits.ts'
import { isObject, npmLicense } from '../../../sources/package-registries/npm-packument.ts'
import type { ManifestFile, ManifestReader, ManifestReading } from '../../manifest-reader.ts'
import { aliased, entriesOfDependencies, isFolderName } from '../../npm-shrinkwrap.ts'
import { holdsBeside } from '../../read-beside.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { type LockedEntry, type LockedProject, readingOfGraph } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion } from './npm-identity.ts'
import { type Asker, findNearest } from './nearest-folder.ts'
import { indexPlaces, placeBelow, splitPlace } from './npm-places.ts'
import { npmProjectBeside, npmProjectOf } from './npm-project.ts'
import { objectPart } from './structured-text.ts'

/**
 * Number of steps per entry, and per character of a constructed path. They limit memory: an entry takes 1.3 KB until it
 * is listed, and each character of such a path takes 12 bytes (measured). Entries written by npm have at least 60
 * characters, which allow 1,440 steps.
 */
const stepsOfEntry = 400
const stepsOfCharacter = 4

const names = ['package-lock.json', 'npm-shrinkwrap.json']

/**
 * Reader for npm lockfiles, versions 1 to 3, https://docs.npmjs.com/cli/configuring-npm/package-lock-json. Linear, and
 * O(n log n) in the packages, regardless of their nesting.
 */
export const packageLock: ManifestReader = {
  id: 'package-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names,
  reads: (path) => names.includes(basename(path)) || isInstalledTree(path),
  read(file) {
    const lock = parseJson(file.text, workOf(file))
    // Version 2 contains both fields. npm 7 and newer use `packages`.
    const packages = objectPart(lock, 'packages')
    const dependencies = objectPart(lock, 'dependencies')
    const reading = lock['packages'] === undefined ? readNested(file, dependencies) : readPlaces(file, packages)
    const { name, version } = npmProjectOf(lock)
    return {
      ...(name !== undefined && { project: { name, ...(version !== undefined && { version }) } }),
      ...reading,
      // The manifest of the installed tree is in the parent folder.
      ...(isInstalledTree(file.path) && { workspaces: ['..'] }),
    }
  },
}

/**
 * Reports whether this is the hidden lockfile of an installed tree,
 * https://docs.npmjs.com/cli/configuring-npm/package-lock-json.
 */
export const isInstalledTree = (path: string): boolean => /^(?:.*\/)?node_modules\/\.package-lock\.json$/.test(path)

type Fields = Readonly<Record<string, unknown>>

/** Entry whose dependency names have not been resolved yet. */
type Unlinked = Omit<LockedEntry, 'requires'>

/** Reads versions 2 and 3: `packages` by path, including the project and its workspace members. */
function readPlaces(file: ManifestFile, packages: Fields): ManifestReading {
  const work = workOf(file)
  const places = Object.entries(packages)
  const lines = linesInJson(file.text, (depth, key) => depth === 1 || (depth === 0 && key === 'packages'), work)
  const links = new Map<string, string>()
  for (const [place, entry] of places)
    if (isObject(entry) && entry['link'] === true && typeof entry['resolved'] === 'string')
      links.set(place, entry['resolved'])
  const entries: { readonly entry: Unlinked; readonly asks: number | undefined }[] = []
  const projects: { readonly folder: string; readonly fields: Fields; readonly asks: number }[] = []
  const askers: Asker[] = []
  const asks = (folder: string, entry: Fields, parts: readonly string[]): number =>
    askers.push({ folder, names: namesIn(entry, parts) }) - 1
  for (const [place, entry] of places) {
    work.spend(stepsOfEntry)
    const folder = splitPlace(place)?.name
    if (
      !isObject(entry) ||
      (folder !== undefined && !isFolderName(folder)) ||
      place.length > packageLimits.maxPathBytes
    ) {
      entries.push({
        entry: { key: place, name: folder ?? place, is: { requested: place, reason: 'lockfile-entry-not-parsed' } },
        asks: undefined,
      })
    } else if (folder === undefined) {
      if (!place.startsWith('..') || isInside(file, place)) {
        projects.push({ folder: place, fields: entry, asks: asks(place, entry, neededParts) })
        asks(place, entry, ['devDependencies'])
      } else
        entries.push({
          entry: { key: place, name: place, is: { folder: place } },
          asks: asks(place, entry, neededParts),
        })
    } else {
      const target = links.get(place)
      if (target === undefined)
        entries.push({
          entry: { key: place, ...understand(folder, entry), ...marks(entry), ...licenseOf(entry) },
          asks: asks(place, entry, neededParts),
        })
      else if (!Object.hasOwn(packages, target) || (target.startsWith('..') && !isInside(file, target)))
        entries.push({
          entry: {
            key: place,
            name: folder,
            is: { requested: target, reason: 'folder-or-archive-of-author' },
            ...marks(entry),
          },
          asks: undefined,
        })
    }
  }
  const found = findNearest(indexPlaces(Object.keys(packages), links), askers, work)
  const linked = entries.map(({ entry, asks: at }): LockedEntry => ({
    ...entry,
    ...atLine(lines.at('packages', entry.key)),
    requires: (at === undefined ? undefined : found[at]) ?? [],
  }))
  const listed = projects.map(({ folder, fields, asks: at }) =>
    projectOf(folder, fields, found[at] ?? [], found[at + 1] ?? []),
  )
  return {
    ...readingOfGraph(linked, listed, work),
    workspaces: listed.map(({ folder }) => folder).filter((folder) => folder !== ''),
  }
}

function projectOf(
  folder: string,
  entry: Fields,
  requires: readonly string[],
  developed: readonly string[],
): LockedProject {
  const { name, version } = npmProjectOf(entry)
  const needed = new Set(requires)
  return {
    folder,
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    requires,
    devRequires: developed.filter((key) => !needed.has(key)),
  }
}

const neededParts = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** Returns the names that these fields of an entry require. */
function namesIn(entry: Fields, parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    const wanted = entry[part]
    return isObject(wanted) ? Object.keys(wanted) : []
  })
}

/** Reports whether a link target is in the project. Such a target is a workspace member, or is installed like one. */
const isInside = (file: ManifestFile, folder: string): boolean => holdsBeside(file, `${folder}/package.json`)

/** Reads version 1: objects nested like the folders. The project's own dependencies are listed only in the manifest. */
function readNested(file: ManifestFile, dependencies: Fields): ManifestReading {
  const work = workOf(file)
  const nested = placesOfNested(file.text, dependencies, work)
  const askers = nested.map(({ place, entry }): Asker => ({
    folder: place,
    names: entry === undefined ? [] : namesIn(entry, ['dependencies']),
  }))
  const project = npmProjectBeside(file, 'package.json')
  const asked = [project?.dependencies, project?.optionalDependencies, project?.devDependencies].map((part): Asker => ({
    folder: '',
    names: [...(part?.keys() ?? [])],
  }))
  const index = indexPlaces(
    nested.filter(({ isDeep }) => !isDeep).map(({ place }) => place),
    new Map(),
  )
  const found = findNearest(index, [...askers, ...asked], work)
  const entries = nested.map(({ place, name, entry, lines }, at): LockedEntry => ({
    key: place,
    ...atLine(lines?.line),
    ...(entry === undefined
      ? { name, is: { requested: name, reason: 'lockfile-entry-not-parsed' }, requires: [] }
      : { ...understandNested(file, name, entry), requires: found[at] ?? [], ...marks(entry) }),
  }))

  if (project === undefined) {
    const { packages, ...others } = readingOfGraph(entries, [], work)
    // Without the manifest, the project's own dependencies are unknown.
    return { packages: packages.map(({ direct: _unknown, ...listed }) => listed), ...others }
  }
  const [needed = [], optional = [], devRequires = []] = found.slice(nested.length)
  return readingOfGraph(entries, [{ folder: '', requires: [...needed, ...optional], devRequires }], work)
}

interface NestedPlace {
  readonly place: string
  readonly name: string
  readonly entry: Fields | undefined
  /** True if the path exceeds the maximum length and is replaced by a number. */
  readonly isDeep: boolean
  readonly lines: DocumentLines | undefined
}

/**
 * Returns the entries by path. The paths of deep entries can be far longer in total than the text, so they are charged
 * to the budget.
 */
function placesOfNested(text: string, dependencies: Fields, work: WorkBudget): readonly NestedPlace[] {
  const root = linesInJson(text, (depth, key) => depth % 2 === 1 || key === 'dependencies', work)
  const nested: NestedPlace[] = []
  for (const { name, above, entry } of entriesOfDependencies(dependencies, work)) {
    const outer = above === undefined ? undefined : nested[above]
    const place = placeBelow(name, outer?.place)
    const lines = (above === undefined ? root : outer?.lines)?.inside.get('dependencies')?.inside.get(name)
    work.spend(stepsOfEntry + place.length * stepsOfCharacter)
    if (outer?.isDeep || place.length > packageLimits.maxPathBytes)
      nested.push({ place: `deep/${nested.length}`, name, entry: undefined, isDeep: true, lines })
    else nested.push({ place, name, entry, isDeep: false, lines })
  }
  return nested
}

function understandNested(file: ManifestFile, folder: string, entry: Fields): Pick<LockedEntry, 'name' | 'is'> {
  const stated = typeof entry['version'] === 'string' ? entry['version'] : ''
  if (stated.startsWith('file:') && isInside(file, stated.slice('file:'.length)))
    return { name: folder, is: { folder: stated.slice('file:'.length) } }
  return understand(folder, entry)
}

/** Interprets an entry in `node_modules`. */
function understand(folder: string, entry: Fields): Pick<LockedEntry, 'name' | 'is'> {
  const stated = typeof entry['version'] === 'string' ? entry['version'] : ''
  const resolved = typeof entry['resolved'] === 'string' ? entry['resolved'] : ''
  const alias = stated.startsWith('npm:') ? aliased(stated) : undefined
  const name = alias?.name ?? (typeof entry['name'] === 'string' ? entry['name'] : folder)
  const version = alias?.version ?? stated
  const otherwise = (reason: DependencyReason) => ({
    name: folder,
    is: { requested: resolved || stated || '(nothing)', reason },
  })
  if (isGit(resolved) || isGit(stated)) return otherwise('git-repository')
  if (stated.startsWith('file:') || resolved.startsWith('file:')) return otherwise('folder-or-archive-of-author')
  if (/^https?:/.test(stated)) return otherwise('archive-at-other-url')
  if (!isNpmVersion(name, version)) return otherwise('lockfile-without-version')
  const foreign = foreignOrigin(name, version, resolved)
  return foreign === undefined ? { name, is: { version } } : otherwise(foreign)
}

/** Returns the license, which versions 2 and 3 copy from the package. */
function licenseOf(entry: Fields): Pick<LockedEntry, 'license'> {
  const license = readLicense(npmLicense(entry))
  return license === undefined ? {} : { license }
}

/** Returns the flags of an entry. `devOptional` means required by both a development and an optional dependency. */
function marks(entry: Fields): Pick<LockedEntry, 'dev' | 'groups'> {
  const groups: string[] = []
  const is = (name: string) => entry[name] === true
  if (is('dev') || is('devOptional')) groups.push('dev')
  if (is('optional') || is('devOptional')) groups.push('optional')
  if (is('peer')) groups.push('peer')
  if (is('inBundle') || is('bundled')) groups.push('bundled')
  return { dev: is('dev'), groups }
}
