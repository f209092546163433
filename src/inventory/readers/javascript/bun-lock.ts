import { basename } from 'node:path/posix'
import { limits } from '../../../model/limits.ts'
import { isObject } from '../../../package-registries/npm-packument.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { type LockedEntry, type LockedProject, readingOfGraph } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion, reasons, splitDescriptor } from './npm-identity.ts'
import { npmProjectOf } from './npm-project.ts'
import { jsoncObject, objectPart } from './structured-text.ts'

/** `bun.lock`, the lockfile of Bun 1.2 and newer in JSON with comments, https://bun.com/docs/install/lockfile. */
export const bunLock: ManifestReader = {
  id: 'bun-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names: ['bun.lock'],
  reads: (path) => basename(path) === 'bun.lock',
  read(file) {
    const lock = jsoncObject(file.text)
    const packages = new Map(Object.entries(objectPart(lock, 'packages')))
    const entries: LockedEntry[] = []
    // Members of the workspace stand among the packages, and have their own dependencies below `workspaces`.
    const keysOfMembers = new Map<string, string>()
    for (const [key, value] of packages) {
      const [resolution, ...details] = Array.isArray(value) ? value : []
      const { name, rest } = splitDescriptor(typeof resolution === 'string' ? resolution : '') ?? { name: key, rest: '' }
      if (rest.startsWith('workspace:')) {
        keysOfMembers.set(rest.slice('workspace:'.length), key)
        continue
      }
      if (rest === 'root:') continue
      if (key.length > limits.package.pathBytes) {
        entries.push({ key, name, is: { requested: rest, reason: reasons.notUnderstood }, requires: [] })
        continue
      }
      const { dependencies, optionalDependencies, peerDependencies } = npmProjectOf(details.find(isObject) ?? {})
      entries.push({ key, ...understand(file, name, rest, details), requires: bring(packages, key, [...dependencies.keys(), ...optionalDependencies.keys(), ...peerDependencies.keys()]) })
    }
    const projects = Object.entries(objectPart(lock, 'workspaces')).map(([folder, member]): LockedProject => {
      const { name, version, dependencies, optionalDependencies, peerDependencies, devDependencies } = npmProjectOf(isObject(member) ? member : {})
      const base = folder === '' ? '' : (keysOfMembers.get(folder) ?? name ?? '')
      const requires = bring(packages, base, [...dependencies.keys(), ...optionalDependencies.keys(), ...peerDependencies.keys()])
      const needed = new Set(requires)
      return { folder, ...(name !== undefined && { name }), ...(version !== undefined && { version }), requires, devRequires: bring(packages, base, [...devDependencies.keys()]).filter((key) => !needed.has(key)) }
    })
    return { ...readingOfGraph(entries, projects), workspaces: projects.map(({ folder }) => folder).filter((folder) => folder !== '') }
  },
}

/** Keys are paths of names: `a/b` is the `b` that `a` finds before the one at the top. */
function bring(packages: ReadonlyMap<string, unknown>, from: string, wanted: readonly string[]): string[] {
  return wanted.flatMap((name) => {
    for (let path = from; path !== ''; path = pathAbove(path)) if (packages.has(`${path}/${name}`)) return [`${path}/${name}`]
    return packages.has(name) ? [name] : []
  })
}

/** A path without its last name, which with a scope is two segments. */
function pathAbove(path: string): string {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const scope = above.slice(above.lastIndexOf('/') + 1)
  return scope.startsWith('@') ? above.slice(0, Math.max(0, above.length - scope.length - 1)) : above
}

/** What `name@rest` stands for; a package of a registry has the registry's address, or nothing, as its next detail. */
function understand(file: ManifestFile, name: string, rest: string, details: readonly unknown[]): Pick<LockedEntry, 'name' | 'is'> {
  const otherwise = (reason: string) => ({ name, is: { requested: rest || '(nothing)', reason } })
  if (rest === '' || details.length === 0) return otherwise(reasons.notUnderstood)
  if (isGit(rest)) return otherwise(reasons.git)
  const folder = /^(?:file|link):(.*)$/s.exec(rest)?.[1]
  if (folder !== undefined) return file.sibling(`${folder}/package.json`) === undefined ? otherwise(reasons.outside) : { name, is: { folder } }
  if (/^https?:/.test(rest)) return otherwise(reasons.archive)
  if (!isNpmVersion(name, rest)) return otherwise(/[/\\]|\.t(?:ar\.)?gz$/.test(rest) ? reasons.outside : reasons.noVersion)
  const [address] = details
  // The registry's own address in older lockfiles, that of the archive in others.
  const foreign = typeof address === 'string' && address.endsWith('.tgz') ? foreignOrigin(name, rest, address) : undefined
  return foreign === undefined ? { name, is: { version: rest } } : otherwise(foreign)
}
