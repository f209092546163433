import { basename } from 'node:path/posix'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { ListedRequest, ManifestReader } from '../../manifest-reader.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { type LockedEntry, readingOfGraph } from './locked-graph.ts'
import { foreignOrigin, isNpmVersion, splitDescriptor } from './npm-identity.ts'
import { textEntries } from './npm-project.ts'
import { objectPart } from './structured-text.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reader for Deno lockfiles, versions 2 to 5. Deno does not mark development dependencies. Runs in linear time. */
export const denoLock: ManifestReader = {
  id: 'deno-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names: ['deno.lock'],
  reads: (path) => basename(path) === 'deno.lock',
  read(file) {
    const work = workOf(file)
    const lock = parseJson(file.text, work)
    const { specifiers, npm, jsr, pathOf } = partsOf(lock)
    const lines = linesInJson(file.text, (depth, key) => depth > 0 || partNames.has(key), work)
    const ids = new Map(Object.keys(npm).map((id) => [id, id]))
    // Since version 4, a dependency is identified by its name alone if it has only one version.
    for (const id of Object.keys(npm)) {
      const { name } = splitDescriptor(id) ?? { name: id }
      if (!ids.has(name)) ids.set(name, id)
    }
    const entries = Object.entries(npm).map(([id, entry]): LockedEntry => ({
      key: id,
      ...atLine(lines.at(...pathOf('npm'), id)),
      ...understand(id, entry),
      requires: requiresOf(entry).flatMap((wanted) => idOf(ids, wanted) ?? []),
    }))
    const asked = [...textEntries(specifiers).entries].flatMap(
      ([specifier, resolution]) => idOf(ids, npmId(specifier, resolution)) ?? [],
    )
    const { packages, requests } = readingOfGraph(entries, [{ folder: '', requires: asked, devRequires: [] }], work)
    const workspace = isObject(lock['workspace']) ? lock['workspace'] : {}
    return {
      packages,
      requests: [
        ...requests,
        ...jsrRequests(jsr, (id) => lines.at(...pathOf('jsr'), id)),
        ...remoteRequests(objectPart(lock, 'remote'), lines, work),
      ],
      roots: [{ folder: '', requires: asked }],
      workspaces: Object.keys(objectPart(workspace, 'members')),
    }
  },
}

/** Top-level keys in any version. */
const partNames: ReadonlySet<string> = new Set(['npm', 'jsr', 'packages', 'remote'])

interface LockParts {
  readonly specifiers: Fields
  readonly npm: Fields
  readonly jsr: Fields
  readonly pathOf: (part: 'npm' | 'jsr') => readonly string[]
}

/**
 * Returns the npm and JSR parts: below `npm` in version 2, below `packages` in version 3, and at the top level since
 * version 4.
 */
function partsOf(lock: Fields): LockParts {
  const version = Number(lock['version'])
  if (version >= 4)
    return {
      specifiers: objectPart(lock, 'specifiers'),
      npm: objectPart(lock, 'npm'),
      jsr: objectPart(lock, 'jsr'),
      pathOf: (part) => [part],
    }
  const npm = objectPart(lock, 'npm')
  if (version === 2)
    return {
      specifiers: objectPart(npm, 'specifiers'),
      npm: objectPart(npm, 'packages'),
      jsr: {},
      pathOf: () => ['npm', 'packages'],
    }
  const packages = objectPart(lock, 'packages')
  return {
    specifiers: objectPart(packages, 'specifiers'),
    npm: objectPart(packages, 'npm'),
    jsr: objectPart(packages, 'jsr'),
    pathOf: (part) => ['packages', part],
  }
}

/**
 * Converts a specifier such as `npm:chalk@5` to the ID `chalk@5.3.0`. The resolution is `npm:chalk@5.3.0`. In version
 * 2, it lacks the `npm:` prefix, and since version 4, it is only the version.
 */
function npmId(specifier: string, resolution: string): string {
  if (specifier.startsWith('jsr:')) return ''
  if (resolution.startsWith('npm:')) return resolution.slice('npm:'.length)
  if (!specifier.startsWith('npm:')) return resolution
  return `${splitDescriptor(specifier.slice('npm:'.length))?.name ?? specifier.slice('npm:'.length)}@${resolution}`
}

/** Returns the ID of a dependency, which is written as an ID, a name, or `alias@npm:id`. */
function idOf(ids: ReadonlyMap<string, string>, wanted: string): string | undefined {
  const alias = splitDescriptor(wanted)
  return ids.get(alias?.rest.startsWith('npm:') ? alias.rest.slice('npm:'.length) : wanted)
}

/** Reads dependencies: an object of IDs by name up to version 3, and a list of IDs after that. */
function requiresOf(entry: unknown): string[] {
  if (!isObject(entry)) return []
  return [entry['dependencies'], entry['optionalDependencies']].flatMap((part) =>
    Array.isArray(part) ? part.filter((id) => typeof id === 'string') : [...textEntries(part).entries.values()],
  )
}

/** Interprets an entry. Its ID is `name@version`, followed by `_` and the peers. */
function understand(id: string, entry: unknown): Pick<LockedEntry, 'name' | 'is'> {
  const { name, rest } = splitDescriptor(id) ?? { name: id, rest: '' }
  const version = rest.split('_', 1)[0] ?? ''
  const tarball = isObject(entry) && typeof entry['tarball'] === 'string' ? entry['tarball'] : ''
  const reason = !isObject(entry)
    ? 'lockfile-entry-not-parsed'
    : isNpmVersion(name, version)
      ? foreignOrigin(name, version, tarball)
      : 'lockfile-without-version'
  return reason === undefined ? { name, is: { version } } : { name, is: { requested: tarball || rest || id, reason } }
}

function jsrRequests(jsr: Fields, lineOf: (id: string) => number | undefined): ListedRequest[] {
  return Object.keys(jsr).map((id) => {
    const { name, rest } = splitDescriptor(id) ?? { name: id, rest: '' }
    return {
      name,
      requested: rest || '(nothing)',
      dev: false,
      groups: ['jsr'],
      reason: 'advisories-missing-for-jsr',
      ...atLine(lineOf(id)),
    }
  })
}

/** Number of URL characters parsed per budget step. */
const charactersOfStep = 16

/** Lists modules imported by URL, with one entry per host, because one library often has hundreds. */
function remoteRequests(remote: Fields, lines: DocumentLines, work: WorkBudget): ListedRequest[] {
  const hosts = new Map<string, string[]>()
  for (const address of Object.keys(remote)) {
    work.spend(1 + address.length / charactersOfStep)
    const host = URL.parse(address)?.host || address
    const same = hosts.get(host)
    if (same === undefined) hosts.set(host, [address])
    else same.push(address)
  }
  return [...hosts].map(([name, [first = name, ...others]]) => ({
    name,
    requested: others.length === 0 ? first : `${first} and ${others.length} more`,
    dev: false,
    groups: ['remote'],
    reason: 'url-import',
    ...atLine(lines.at('remote', first)),
  }))
}
