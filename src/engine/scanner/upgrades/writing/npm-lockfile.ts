import { leftOutNodes } from '../../../inventory/npm-tree/optional-failures.ts'
import type { TreeEdge, TreeNode } from '../../../inventory/npm-tree/tree-node.ts'
import type { WalkedTree } from '../../../inventory/npm-install-walk.ts'
import { statedIntegrity } from '../../../sources/package-registries/npm-integrity.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { NpmRegistry } from '../../../sources/package-registries/npm-registry.ts'
import { shownText } from '../../../sources/shown-text.ts'
import { legacyDependencies } from './legacy-dependencies.ts'
import { type LockFlags, lockFlags } from './lock-flags.ts'
import { lockText } from './lock-text.ts'
import { unplacedRequest } from './unresolved-requests.ts'
import { UpgradeWriteFailure } from './write-failure.ts'

type Fields = Readonly<Record<string, unknown>>

export interface NpmLockfileInput {
  readonly walked: WalkedTree
  /** Text of the lockfile before the changes. */
  readonly before: string
  /** Texts of the manifests after the changes, by path. */
  readonly manifests: ReadonlyMap<string, string>
  readonly registry: NpmRegistry
  readonly signal: AbortSignal
  readonly isDevelopment: (edge: TreeEdge) => boolean
}

/**
 * Returns the text of a lockfile for a resolved tree, in the version of the lockfile before. Entries of package
 * versions in the lockfile before are copied, and the others come from the registry. Throws UpgradeWriteFailure.
 */
export async function npmLockfile(input: NpmLockfileInput): Promise<string> {
  const { walked, before, manifests, isDevelopment } = input
  const old: unknown = JSON.parse(before.replace(/^\uFEFF/, ''))
  if (!isObject(old)) throw new UpgradeWriteFailure('The lockfile is not an object. Run "npm install" and plan again.')
  const lockfileVersion = versionOf(old)
  const leftOut = leftOutNodes(walked.root)
  const all = [...walked.root.everyNode()]
  const flags = lockFlags(
    all.filter(({ isOwn }) => isOwn),
    isDevelopment,
  )
  const nodes = all.filter((node) => flags.has(node) && !leftOut.has(node) && node.failure === undefined)
  const packages = lockfileVersion === 1 ? undefined : await packagesOf(input, old, nodes, flags)
  const folders = new Map([
    ['', fieldsOf(manifests.get('package.json'))],
    ...nodes.flatMap(({ memberFolder }) =>
      memberFolder === undefined
        ? []
        : [[memberFolder, fieldsOf(manifests.get(`${memberFolder}/package.json`))] as const],
    ),
  ])
  const places = packages ?? Object.fromEntries(nodes.map((node) => [placeOf(node), true]))
  const unplaced = unplacedRequest(folders, { before: old, places })
  if (unplaced !== undefined)
    throw new UpgradeWriteFailure(
      `Assay cannot write the lockfile, because it does not resolve ${unplaced}: a folder, an archive, or a ` +
        'repository. Carry out the plan with npm.',
    )
  const { name, version } = folders.get('') ?? {}
  const dependencies =
    lockfileVersion === 3 ? undefined : legacyDependencies(walked.root, { nodes: new Set(nodes), flags, old, packages })
  return lockText({ name, version, lockfileVersion, requires: true, packages, dependencies }, before)
}

/** Returns the version of a lockfile: 1 for npm 6 and older, 2 for all, 3 for npm 7 and newer. */
function versionOf({ lockfileVersion: version = 1 }: Fields): 1 | 2 | 3 {
  if (version === 1 || version === 2 || version === 3) return version
  throw new UpgradeWriteFailure(
    `The lockfile has version ${shownText(JSON.stringify(version))}, but Assay writes versions 1, 2, and 3. Carry ` +
      'out the plan with npm.',
  )
}

const placeOf = ({ path }: TreeNode): string => path.replace(/^\//, '')

/** Returns the entries by place, as in versions 2 and 3. */
async function packagesOf(
  input: NpmLockfileInput,
  old: Fields,
  nodes: readonly TreeNode[],
  flags: ReadonlyMap<TreeNode, LockFlags>,
): Promise<Record<string, unknown>> {
  const { manifests } = input
  const places = isObject(old['packages']) ? old['packages'] : {}
  const known = knownEntries(places)
  // npm omits the URLs of archives if it is configured so.
  const namesArchives = known.size === 0 || [...known.values()].some((entry) => typeof entry['resolved'] === 'string')
  const packages: Record<string, unknown> = { '': rootEntry(places[''], manifests.get('package.json') ?? '{}') }
  for (const node of nodes) {
    const place = placeOf(node)
    if (place === '') continue
    const { memberFolder: folder } = node
    if (folder === undefined)
      packages[place] = { ...(await entryOf(node, known, { ...input, namesArchives })), ...flags.get(node) }
    else {
      packages[folder] = rootEntry(places[folder], manifests.get(`${folder}/package.json`) ?? '{}')
      if (node.linkTarget === undefined) packages[`node_modules/${node.name}`] = { resolved: folder, link: true }
    }
  }
  return packages
}

function fieldsOf(manifest = '{}'): Fields {
  const fields: unknown = JSON.parse(manifest.replace(/^\uFEFF/, ''))
  return isObject(fields) ? fields : {}
}

/** Fields of a manifest that npm copies to the lockfile. */
const copiedFields = [
  'name',
  'version',
  'license',
  'workspaces',
  'hasInstallScript',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bin',
  'engines',
  'os',
  'cpu',
] as const

/** Returns the entry of the project or a workspace member: the existing one with the requirements of the manifest. */
function rootEntry(existing: unknown, manifest: string): Fields {
  const fields = fieldsOf(manifest)
  const parts = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const
  const ofManifest = (keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])))
  return isObject(existing) ? { ...existing, ...ofManifest(parts) } : ofManifest(copiedFields)
}

const keyOf = (name: string, version: unknown): string => `${name}@${String(version)}`

/** Flags that depend on the place of a package, not on its version. */
const placeFlags = new Set(['dev', 'optional', 'devOptional', 'peer', 'extraneous', 'inBundle', 'link'])

/** Returns the registry entries of a lockfile by package version, without the flags of their places. */
function knownEntries(places: Fields): ReadonlyMap<string, Fields> {
  const known = new Map<string, Fields>()
  for (const [place, entry] of Object.entries(places)) {
    const folder = place.split('node_modules/').at(-1) ?? ''
    if (!place.includes('node_modules/') || !isObject(entry) || entry['link'] === true || entry['inBundle'] === true)
      continue
    const name = typeof entry['name'] === 'string' ? entry['name'] : folder
    known.set(
      keyOf(name, entry['version']),
      Object.fromEntries(Object.entries(entry).filter(([key]) => !placeFlags.has(key) && key !== 'name')),
    )
  }
  return known
}

async function entryOf(
  node: TreeNode,
  known: ReadonlyMap<string, Fields>,
  {
    registry,
    signal,
    namesArchives,
  }: Pick<NpmLockfileInput, 'registry' | 'signal'> & { readonly namesArchives: boolean },
): Promise<Fields & LockFlags> {
  const { manifest } = node
  const { name, version, dist } = manifest
  const alias = node.name === name ? {} : { name }
  const entry = known.get(keyOf(name, version))
  if (entry !== undefined && !node.isFixed) return { ...alias, ...entry }
  const fields = {
    ...alias,
    version,
    ...filled('dependencies', manifest.dependencies),
    ...filled('optionalDependencies', manifest.optionalDependencies),
    ...filled('peerDependencies', manifest.peerDependencies),
    ...filled('engines', manifest.engines),
    ...(manifest.hasInstallScript && { hasInstallScript: true }),
    ...(manifest.hasShrinkwrap && { hasShrinkwrap: true }),
    ...(manifest.bundleDependencies.length > 0 && { bundleDependencies: [...manifest.bundleDependencies] }),
    ...(manifest.deprecated !== undefined && { deprecated: manifest.deprecated }),
  }
  if (node.isFixed && !node.isInShrinkwrap) return { ...fields, inBundle: true }
  const integrity = statedIntegrity(dist)
  if (integrity === undefined)
    throw new UpgradeWriteFailure(`The registry states no digest of ${name} ${version}, so Assay cannot lock it.`)
  const lookup = await registry.publication(name, signal)
  const more = lookup.status === 'found' ? lookup.releaseOf(version).lockFields : undefined
  if (more === undefined)
    throw new UpgradeWriteFailure(`The registry does not return the metadata of ${name} ${version}. Try again later.`)
  return {
    ...fields,
    ...more,
    ...(namesArchives && dist.tarball !== undefined && { resolved: dist.tarball }),
    integrity,
  }
}

function filled(key: string, map: Readonly<Record<string, string>>): Fields {
  return Object.keys(map).length === 0 ? {} : { [key]: { ...map } }
}
