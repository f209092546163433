import { basename } from 'node:path/posix'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { type LockedEntry, type LockedProject, readingOfGraph } from './locked-graph.ts'
import { npmProjectBeside, textEntries } from './npm-project.ts'
import { type PnpmPackage, understandPnpmPackage } from './pnpm-package.ts'
import { objectPart, yamlObject } from './structured-text.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { linesOfYamlKeys } from '../../syntax/yaml-lines.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reader for pnpm lockfiles, versions 5.0 to 9.0, https://github.com/pnpm/spec/tree/master/lockfile. Runs in linear
 * time.
 */
export const pnpmLock: ManifestReader = {
  id: 'pnpm-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names: ['pnpm-lock.yaml'],
  reads: (path) => basename(path) === 'pnpm-lock.yaml',
  read(file) {
    const work = workOf(file)
    const entries = new Map<string, LockedEntry>()
    const projects: LockedProject[] = []
    for (const { text, start } of documents(file.text)) {
      work.spend(stepsOfDocument)
      const lock = yamlObject(text, work)
      if (Object.keys(lock).length > 0 && lock['lockfileVersion'] === undefined && lock['packages'] === undefined)
        throw new UnreadableManifest('no-pnpm-lockfile')
      const nodes = nodesOf(lock)
      const lines = linesOfYamlKeys(text, work, { section: 'packages', start })
      for (const entry of entriesOf(nodes, work))
        entries.set(entry.key, { ...entry, ...atLine(lines.get(entry.key) ?? lines.get(withoutPeers(entry.key))) })
      for (const project of projectsOf(file, lock, nodes)) projects.push(project)
    }
    const folders = projects.map(({ folder }) => folder).filter((folder) => folder !== '')
    return { ...readingOfGraph(entries.values(), projects, work), workspaces: folders }
  },
}

/** Fixed parsing cost per document, regardless of its length. */
const stepsOfDocument = 200

/**
 * Splits the text into documents. pnpm 11 adds a document with the packages of its own configuration before the
 * project's document.
 */
function documents(text: string): { readonly text: string; readonly start: number }[] {
  let start = 1
  return text
    .split(/^---[ \t]*\r?$/m)
    .map((document) => {
      const placed = { text: document, start }
      start += document.split('\n').length - 1
      return placed
    })
    .filter((document) => document.text.trim() !== '')
}

type Nodes = ReadonlyMap<string, { readonly about: Fields; readonly requires: Fields }>

/**
 * Returns packages by their lockfile key. Since version 9, `snapshots` has one entry per set of peers, and `packages`
 * holds the data that these entries share.
 */
function nodesOf(lock: Fields): Nodes {
  const packages = new Map(
    Object.entries(objectPart(lock, 'packages')).map(([key, about]) => [key, isObject(about) ? about : {}]),
  )
  const snapshots = Object.entries(objectPart(lock, 'snapshots'))
  if (snapshots.length === 0) return new Map([...packages].map(([key, about]) => [key, { about, requires: about }]))
  const nodes = new Map(
    snapshots.map(([key, requires]) => [
      key,
      {
        about: packages.get(key) ?? packages.get(withoutPeers(key)) ?? {},
        requires: isObject(requires) ? requires : {},
      },
    ]),
  )
  const known = new Set([...nodes.keys()].map(withoutPeers))
  for (const [key, about] of packages) if (!known.has(key)) nodes.set(key, { about, requires: {} })
  return nodes
}

const withoutPeers = (key: string): string => key.split('(', 1)[0] ?? key

function* entriesOf(nodes: Nodes, work: WorkBudget): Iterable<LockedEntry> {
  for (const [key, { about, requires }] of nodes) {
    work.spend(1)
    const found: PnpmPackage = understandPnpmPackage(withoutPeers(key), about)
    const wanted = [requires['dependencies'], requires['optionalDependencies']].flatMap((part) => [
      ...textEntries(part).entries,
    ])
    yield {
      key,
      ...found,
      requires: wanted.flatMap(([name, reference]) => keyOf(nodes, name, reference) ?? []),
      // Present up to version 6.
      ...(typeof about['dev'] === 'string' && { dev: about['dev'] === 'true' }),
      groups: [requires['optional'], about['optional']].includes('true') ? ['optional'] : [],
    }
  }
}

/**
 * Returns a dependency's key in any lockfile version, given its name and its value in the lockfile. Returns undefined
 * for workspace folders.
 */
function keyOf(nodes: Nodes, name: string, reference: string): string | undefined {
  return [`${name}@${reference}`, `/${name}@${reference}`, `/${name}/${reference}`, reference].find((key) =>
    nodes.has(key),
  )
}

function projectsOf(file: ManifestFile, lock: Fields, nodes: Nodes): LockedProject[] {
  const importers = lock['importers'] === undefined ? { '.': lock } : objectPart(lock, 'importers')
  return Object.entries(importers).map(([path, importer]) => {
    const part = (name: string) =>
      [...references(isObject(importer) ? importer[name] : undefined)].flatMap(
        ([wanted, reference]) => keyOf(nodes, wanted, reference) ?? [],
      )
    const requires = [...part('dependencies'), ...part('optionalDependencies')]
    const needed = new Set(requires)
    const project = path === '.' ? npmProjectBeside(file, 'package.json') : undefined
    const { name, version } = { name: undefined, version: undefined, ...project }
    return {
      folder: path === '.' ? '' : path,
      ...(name !== undefined && { name }),
      ...(version !== undefined && { version }),
      requires,
      devRequires: part('devDependencies').filter((key) => !needed.has(key)),
    }
  })
}

/** Yields the references: strings up to version 5, and objects with `specifier` and `version` after that. */
function* references(dependencies: unknown): Iterable<[string, string]> {
  if (!isObject(dependencies)) return
  for (const [name, value] of Object.entries(dependencies)) {
    const reference = isObject(value) ? value['version'] : value
    if (typeof reference === 'string') yield [name, reference]
  }
}
