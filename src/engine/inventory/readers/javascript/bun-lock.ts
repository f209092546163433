import { basename } from 'node:path/posix'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { packageLimits } from '../../../sources/package-limits.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { holdsBeside } from '../../read-beside.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { type LockedEntry, type LockedProject, readingOfGraph } from './locked-graph.ts'
import { type Asker, findNearest } from './nearest-folder.ts'
import { foreignOrigin, isGit, isNpmVersion, splitDescriptor } from './npm-identity.ts'
import { type NpmProject, npmProjectOf } from './npm-project.ts'
import { jsoncObject, objectPart } from './structured-text.ts'

/**
 * Reader for lockfiles of Bun 1.2 and newer, which are JSON with comments, https://bun.com/docs/install/lockfile.
 * Linear, and O(n log n) in the number of packages.
 */
export const bunLock: ManifestReader = {
  id: 'bun-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names: ['bun.lock'],
  reads: (path) => basename(path) === 'bun.lock',
  read(file) {
    const work = workOf(file)
    const lock = jsoncObject(file.text, work)
    const packages = Object.entries(objectPart(lock, 'packages'))
    const lines = linesInJson(file.text, (depth, key) => depth === 1 || (depth === 0 && key === 'packages'), work)
    const entries: Omit<LockedEntry, 'requires'>[] = []
    const askers: Asker[] = []
    // Workspace members are listed among the packages, but their dependencies are in `workspaces`.
    const keysOfMembers = new Map<string, string>()
    for (const [key, value] of packages) {
      const [resolution, ...details] = Array.isArray(value) ? value.slice(0, maxDetails) : []
      const { name, rest } = splitDescriptor(typeof resolution === 'string' ? resolution : '') ?? {
        name: key,
        rest: '',
      }
      if (rest.startsWith('workspace:')) {
        keysOfMembers.set(rest.slice('workspace:'.length), key)
        continue
      }
      if (rest === 'root:') continue
      if (key.length > packageLimits.maxPathBytes) {
        entries.push({ key, name, is: { requested: rest, reason: 'lockfile-entry-not-parsed' } })
        askers.push({ folder: '', names: [] })
        continue
      }
      entries.push({ key, ...understand(file, name, rest, details) })
      askers.push({ folder: key, names: namesNeeded(npmProjectOf(details.find(isObject) ?? {})) })
    }
    const members = Object.entries(objectPart(lock, 'workspaces')).map(([folder, member]) => ({
      folder,
      ...npmProjectOf(isObject(member) ? member : {}),
    }))
    for (const { folder, name, devDependencies, ...needed } of members) {
      const base = folder === '' ? '' : (keysOfMembers.get(folder) ?? name ?? '')
      askers.push({ folder: base, names: namesNeeded(needed) }, { folder: base, names: [...devDependencies.keys()] })
    }
    const found = findNearest(contentsOf(packages, work), askers, work)
    const projects = members.map(({ folder, name, version }, index): LockedProject => {
      const at = entries.length + 2 * index
      const requires = found[at] ?? []
      const needed = new Set(requires)
      return {
        folder,
        ...(name !== undefined && { name }),
        ...(version !== undefined && { version }),
        requires,
        devRequires: (found[at + 1] ?? []).filter((key) => !needed.has(key)),
      }
    })
    const reading = readingOfGraph(
      entries.map((entry, index) => ({
        ...entry,
        ...atLine(lines.at('packages', entry.key)),
        requires: found[index] ?? [],
      })),
      projects,
      work,
    )
    return { ...reading, workspaces: projects.map(({ folder }) => folder).filter((folder) => folder !== '') }
  },
}

/** Maximum number of details per package. A package has four: resolution, registry, dependencies, checksum. */
const maxDetails = 16

const namesNeeded = ({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: Pick<NpmProject, 'dependencies' | 'optionalDependencies' | 'peerDependencies'>): string[] => [
  ...dependencies.keys(),
  ...optionalDependencies.keys(),
  ...peerDependencies.keys(),
]

/**
 * Returns the contents of each folder. Keys are paths of names: `a/b` is the copy of `b` that `a` resolves instead of
 * the top-level one.
 */
function contentsOf(
  packages: readonly (readonly [string, unknown])[],
  work: WorkBudget,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const contents = new Map<string, Map<string, string>>()
  for (const [key] of packages) {
    work.spend(1)
    const owner = pathAbove(key)
    const name = owner === '' ? key : key.slice(owner.length + 1)
    const same = contents.get(owner)
    if (same === undefined) contents.set(owner, new Map([[name, key]]))
    else same.set(name, key)
  }
  return contents
}

/** Removes the last name from a path. A scoped name has two segments. */
function pathAbove(path: string): string {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const scope = above.slice(above.lastIndexOf('/') + 1)
  return scope.startsWith('@') ? above.slice(0, Math.max(0, above.length - scope.length - 1)) : above
}

/** Interprets `name@rest`. For a registry package, the next detail is the registry URL or empty. */
function understand(
  file: ManifestFile,
  name: string,
  rest: string,
  details: readonly unknown[],
): Pick<LockedEntry, 'name' | 'is'> {
  const otherwise = (reason: DependencyReason) => ({ name, is: { requested: rest || '(nothing)', reason } })
  if (rest === '' || details.length === 0) return otherwise('lockfile-entry-not-parsed')
  if (isGit(rest)) return otherwise('git-repository')
  const folder = /^(?:file|link):(.*)$/s.exec(rest)?.[1]
  if (folder !== undefined)
    return !holdsBeside(file, `${folder}/package.json`)
      ? otherwise('folder-or-archive-of-author')
      : { name, is: { folder } }
  if (/^https?:/.test(rest)) return otherwise('archive-at-other-url')
  if (!isNpmVersion(name, rest))
    return otherwise(/[/\\]|\.t(?:ar\.)?gz$/.test(rest) ? 'folder-or-archive-of-author' : 'lockfile-without-version')
  const [address] = details
  // Older lockfiles contain the registry URL, and newer ones the archive URL.
  const foreign =
    typeof address === 'string' && address.endsWith('.tgz') ? foreignOrigin(name, rest, address) : undefined
  return foreign === undefined ? { name, is: { version: rest } } : otherwise(foreign)
}
