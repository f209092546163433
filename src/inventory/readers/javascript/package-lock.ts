import { basename } from 'node:path/posix'
import { limits } from '../../../model/limits.ts'
import { isObject } from '../../../package-registries/npm-packument.ts'
import type { ManifestFile, ManifestReader, ManifestReading } from '../../manifest-reader.ts'
import { aliased, entriesOfDependencies, isFolderName } from '../../npm-shrinkwrap.ts'
import { parseJson } from '../../syntax/json.ts'
import { type LockedEntry, type LockedProject, readingOfGraph } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion, reasons } from './npm-identity.ts'
import { indexPlaces, placeBelow, type PlaceIndex, placeOf, splitPlace } from './npm-places.ts'
import { npmProjectBeside, npmProjectOf } from './npm-project.ts'
import { objectPart } from './structured-text.ts'

const names = ['package-lock.json', 'npm-shrinkwrap.json']

/** `package-lock.json` and `npm-shrinkwrap.json`, https://docs.npmjs.com/cli/configuring-npm/package-lock-json, versions 1 to 3. */
export const packageLock: ManifestReader = {
  id: 'package-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names,
  reads: (path) => names.includes(basename(path)),
  read(file) {
    const lock = parseJson(file.text)
    // Version 2 holds both; npm from version 7 on goes by `packages`.
    const packages = objectPart(lock, 'packages')
    const dependencies = objectPart(lock, 'dependencies')
    const reading = lock['packages'] === undefined ? readNested(file, dependencies) : readPlaces(file, packages)
    const { name, version } = npmProjectOf(lock)
    return { ...(name !== undefined && { project: { name, ...(version !== undefined && { version }) } }), ...reading }
  },
}

type Fields = Readonly<Record<string, unknown>>

/** Versions 2 and 3: `packages` by their place in the folder; the project and members of its workspace are in it too. */
function readPlaces(file: ManifestFile, packages: Fields): ManifestReading {
  const places = Object.entries(packages)
  const links = new Map<string, string>()
  for (const [place, entry] of places) if (isObject(entry) && entry['link'] === true && typeof entry['resolved'] === 'string') links.set(place, entry['resolved'])
  const index = indexPlaces(Object.keys(packages), links)
  const bring = (from: string, entry: Fields, parts: readonly string[]) => placesOf(from, entry, parts, index)
  const entries: LockedEntry[] = []
  const projects: LockedProject[] = []
  for (const [place, entry] of places) {
    const folder = splitPlace(place)?.name
    if (!isObject(entry) || (folder !== undefined && !isFolderName(folder)) || place.length > limits.package.pathBytes) {
      entries.push({ key: place, name: folder ?? place, is: { requested: place, reason: reasons.notUnderstood }, requires: [] })
    } else if (folder === undefined) {
      if (!place.startsWith('..') || isInside(file, place)) projects.push(projectOf(place, entry, bring(place, entry, neededParts), bring(place, entry, ['devDependencies'])))
      else entries.push({ key: place, name: place, is: { folder: place }, requires: bring(place, entry, neededParts) })
    } else {
      const target = links.get(place)
      if (target === undefined) entries.push({ key: place, ...understand(folder, entry), requires: bring(place, entry, neededParts), ...marks(entry) })
      else if (!Object.hasOwn(packages, target) || (target.startsWith('..') && !isInside(file, target))) entries.push({ key: place, name: folder, is: { requested: target, reason: reasons.outside }, requires: [], ...marks(entry) })
    }
  }
  return { ...readingOfGraph(entries, projects), workspaces: projects.map(({ folder }) => folder).filter((folder) => folder !== '') }
}

function projectOf(folder: string, entry: Fields, requires: readonly string[], developed: readonly string[]): LockedProject {
  const { name, version } = npmProjectOf(entry)
  const needed = new Set(requires)
  return { folder, ...(name !== undefined && { name }), ...(version !== undefined && { version }), requires, devRequires: developed.filter((key) => !needed.has(key)) }
}

const neededParts = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** The places to which the names lead that parts of an entry ask for. */
function placesOf(from: string, entry: Fields, parts: readonly string[], index: PlaceIndex): string[] {
  const found: string[] = []
  for (const part of parts) {
    const wanted = entry[part]
    if (!isObject(wanted)) continue
    for (const name of Object.keys(wanted)) {
      const place = placeOf(name, from, index)
      if (place !== undefined) found.push(place)
    }
  }
  return found
}

/** A folder to which a link leads is a member of the workspace, or is installed like one. */
const isInside = (file: ManifestFile, folder: string) => file.sibling(`${folder}/package.json`) !== undefined

/** Version 1: objects nested as the folders are; what the project itself asks for stands in its manifest only. */
function readNested(file: ManifestFile, dependencies: Fields): ManifestReading {
  const nested = entriesOfDependencies(dependencies).map(({ path, entry }) => ({ place: placeBelow(path), name: path.at(-1) ?? '', entry }))
  const index = indexPlaces(nested.map(({ place }) => place), new Map())
  const entries = nested.map(({ place, name, entry }): LockedEntry => entry === undefined
    ? { key: place, name, is: { requested: name, reason: reasons.notUnderstood }, requires: [] }
    : { key: place, ...understandNested(file, name, entry), requires: placesOf(place, entry, ['dependencies'], index), ...marks(entry) })

  const project = npmProjectBeside(file, 'package.json')
  if (project === undefined) {
    const { packages, ...others } = readingOfGraph(entries, [])
    // Nothing tells what the project itself asks for.
    return { packages: packages.map(({ direct: _unknown, ...listed }) => listed), ...others }
  }
  const top = (dependencies: ReadonlyMap<string, string>) => [...dependencies.keys()].flatMap((name) => placeOf(name, '', index) ?? [])
  const requires = [...top(project.dependencies), ...top(project.optionalDependencies)]
  return readingOfGraph(entries, [{ folder: '', requires, devRequires: top(project.devDependencies) }])
}

function understandNested(file: ManifestFile, folder: string, entry: Fields): Pick<LockedEntry, 'name' | 'is'> {
  const stated = typeof entry['version'] === 'string' ? entry['version'] : ''
  if (stated.startsWith('file:') && isInside(file, stated.slice('file:'.length))) return { name: folder, is: { folder: stated.slice('file:'.length) } }
  return understand(folder, entry)
}

/** What a place of `node_modules` holds. */
function understand(folder: string, entry: Fields): Pick<LockedEntry, 'name' | 'is'> {
  const stated = typeof entry['version'] === 'string' ? entry['version'] : ''
  const resolved = typeof entry['resolved'] === 'string' ? entry['resolved'] : ''
  const alias = stated.startsWith('npm:') ? aliased(stated) : undefined
  const name = alias?.name ?? (typeof entry['name'] === 'string' ? entry['name'] : folder)
  const version = alias?.version ?? stated
  const otherwise = (reason: string) => ({ name: folder, is: { requested: resolved || stated || '(nothing)', reason } })
  if (isGit(resolved) || isGit(stated)) return otherwise(reasons.git)
  if (stated.startsWith('file:') || resolved.startsWith('file:')) return otherwise(reasons.outside)
  if (/^https?:/.test(stated)) return otherwise(reasons.archive)
  if (!isNpmVersion(name, version)) return otherwise(reasons.noVersion)
  const foreign = foreignOrigin(name, version, resolved)
  return foreign === undefined ? { name, is: { version } } : otherwise(foreign)
}

/** `devOptional`: development needs it, and something optional does too. */
function marks(entry: Fields): Pick<LockedEntry, 'dev' | 'groups'> {
  const groups: string[] = []
  const is = (name: string) => entry[name] === true
  if (is('dev') || is('devOptional')) groups.push('dev')
  if (is('optional') || is('devOptional')) groups.push('optional')
  if (is('peer')) groups.push('peer')
  if (is('inBundle') || is('bundled')) groups.push('bundled')
  return { dev: is('dev'), groups }
}
