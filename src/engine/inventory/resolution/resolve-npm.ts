import { dirname } from 'node:path/posix'
import semver from 'semver'
import type { Component } from '../../model/component.ts'
import { readLicense } from '../../model/read-license.ts'
import { packageUrl } from '../../model/purl.ts'
import { npmManifest } from '../../sources/package-registries/npm-packument.ts'
import { shownText } from '../../sources/shown-text.ts'
import { shortestChains } from '../introductions.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import { walkNpmProject, type WalkedTree } from '../npm-install-walk.ts'
import { packageKey } from '../npm-tree-components.ts'
import { gapsOfTree } from '../npm-tree-gaps.ts'
import type { ProjectRules } from '../npm-tree/manifest-source.ts'
import { leftOutNodes } from '../npm-tree/optional-failures.ts'
import { OverrideSet } from '../npm-tree/override-set.ts'
import { parseOverrideKey } from '../npm-tree/override-key.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import type { TreeEdge, TreeNode } from '../npm-tree/tree-node.ts'
import { dependencyReasonText } from '../reasons/dependency-reasons.ts'
import { atLine } from '../syntax/json-lines.ts'
import type { NpmInstallOptions } from './npm-install-options.ts'
import type { PrivateNames } from './private-names.ts'
import { npmRegistryBefore, type RegistrySnapshot } from './registry-snapshot.ts'
import { resolvedAt, type ResolvedInstallation } from './resolved-installation.ts'
import type { NpmProjectRequest, WantedNpm } from './wanted-npm.ts'

export interface NpmResolutionSettings extends Pick<ProjectRules, 'preferred'> {
  readonly names: PrivateNames
  readonly options: NpmInstallOptions
}

/**
 * Returns the components that `npm install` installs for a project without a lockfile, including its workspace members.
 * Throws only if the signal aborts.
 */
export async function resolveNpm(
  context: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  snapshot: Pick<RegistrySnapshot, 'npmRegistry' | 'takenAt'>,
  wanted: WantedNpm,
  settings: NpmResolutionSettings,
): Promise<ResolvedInstallation> {
  const { installation } = await resolveNpmTree(context, snapshot, wanted, settings)
  return installation
}

/** Like `resolveNpm`, but also returns the tree of `node_modules` folders. */
export async function resolveNpmTree(
  { isolation, signal, onProgress }: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  { npmRegistry: registry, takenAt }: Pick<RegistrySnapshot, 'npmRegistry' | 'takenAt'>,
  wanted: WantedNpm,
  { names, options, preferred }: NpmResolutionSettings,
): Promise<{ readonly walked: WalkedTree; readonly installation: ResolvedInstallation }> {
  const { before, isExempt, ignoresPeers } = options
  const members = wanted.members.map((member) => ({ ...member, folder: dirname(member.path) }))
  const memberVersions = new Map(
    members.flatMap(({ name, version }) => (name === undefined ? [] : [[name, version] as const])),
  )
  const localNames = new Set(wanted.localNames)
  const { rules, references } = wanted.overrides
  const walked = await walkNpmProject({
    isolation,
    registry: before === undefined ? registry : npmRegistryBefore(registry, before, isExempt),
    signal,
    onProgress,
    manifest: manifestOf(wanted, memberVersions, memberVersions.keys()),
    members: members.map((member) => ({
      folder: member.folder,
      name: member.name ?? member.folder,
      manifest: manifestOf(member, memberVersions, []),
    })),
    rules: {
      overrides: rules.length === 0 ? undefined : OverrideSet.of(rules, new Map(Object.entries(references))),
      overriddenNames: new Set(rules.flatMap(({ keys }) => parseOverrideKey(keys.at(-1) ?? '')?.name ?? [])),
      ignoresPeers,
      refusal: (name) => refusalOf(name, localNames, names),
      ...(preferred && { preferred }),
    },
  })
  const installation = resultOf(walked, wanted, new Map(members.map((member) => [member.folder, member])), takenAt)
  return { walked, installation }
}

/** Versions of workspace members by name. */
type MemberVersions = ReadonlyMap<string, string | undefined>

function isMember(name: string, spec: string, members: MemberVersions): boolean {
  const version = members.get(name)
  return members.has(name) && (version === undefined || spec === '*' || semver.satisfies(version, spec, true))
}

/** Returns why the registry must not be asked for a name. */
function refusalOf(name: string, localNames: ReadonlySet<string>, { scopes }: PrivateNames): string | undefined {
  if (localNames.has(name)) return 'a project in this repository has this name, so Assay did not ask a registry for it'
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined
  return scope !== undefined && scopes.has(scope)
    ? `the project gets the scope ${scope} from another registry, which Assay does not contact`
    : undefined
}

/**
 * Returns the manifest with its development dependencies. If a member's version satisfies a requirement, the
 * requirement is linked to the member's folder. Otherwise, npm would fetch the package from the registry, and so does
 * the walk.
 *
 * @param linked members linked in `node_modules`
 */
function manifestOf(request: NpmProjectRequest, members: MemberVersions, linked: Iterable<string>) {
  const { name = '', version = '', dependencies, devDependencies, optionalDependencies, peerDependencies } = request
  const ofMembers = Object.fromEntries([...linked].map((member) => [member, '*']))
  const toMembers = (part: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(part).map(([key, spec]) => [key, isMember(key, spec, members) ? '*' : spec]))
  return npmManifest(name, version, {
    // Of requests with the same name, npm uses the one for development.
    dependencies: { ...toMembers(dependencies), ...toMembers(devDependencies), ...ofMembers },
    optionalDependencies: toMembers(optionalDependencies),
    peerDependencies: toMembers(peerDependencies),
  })
}

function resultOf(
  walked: WalkedTree,
  wanted: WantedNpm,
  members: ReadonlyMap<string, NpmProjectRequest>,
  takenAt: Date,
): ResolvedInstallation {
  const { root } = walked
  const leftOut = leftOutNodes(root)
  const requestOf = (node: TreeNode) =>
    node.memberFolder === undefined ? wanted : (members.get(node.memberFolder) ?? wanted)
  const originOf = (node: TreeNode, name: string) => {
    if (!node.isOwn) return { requiredBy: packageKey(node), ecosystem: 'npm' as const, manifest: wanted.path }
    const request = requestOf(node)
    const line = request.lines?.[name]
    return {
      requiredBy: labelOf(request),
      ecosystem: 'npm' as const,
      manifest: request.path,
      ...(line !== undefined && { line }),
    }
  }
  const { unresolved, complete } = gapsOfTree(walked, root, leftOut, originOf)
  const unapplied = [
    ...wanted.overrides.unapplied.map((override) => ({ ...override, reason: dependencyReasonText(override.reason) })),
    ...uncomparedOverrides(root),
    ...refusedOverrides(root, wanted),
  ].map(({ name, ...rest }) => ({
    name: shownText(name),
    requested: 'an override',
    requiredBy: labelOf(wanted),
    ecosystem: 'npm' as const,
    manifest: wanted.path,
    ...rest,
  }))
  return {
    components: componentsOf(root, leftOut, requestOf).map((component) => resolvedAt(component, takenAt)),
    unresolved: [...unresolved, ...unapplied],
    complete: complete && unapplied.length === 0,
    hasAsked: walked.hasAskedRegistry,
  }
}

interface UnappliedOverride {
  readonly name: string
  readonly reason: string
  readonly line?: number
}

/** Returns overrides that were not applied because their ranges are too long to compare. */
function uncomparedOverrides({ overrides }: TreeNode): UnappliedOverride[] {
  return [...(overrides?.uncompared ?? [])].map((name) => ({
    name,
    reason: 'the versions of the override and of the request are too long, so Assay did not compare them',
  }))
}

/**
 * Returns the overrides that make npm refuse to install. These are overrides that change one of the project's direct
 * dependencies (EOVERRIDE).
 */
function refusedOverrides(root: TreeNode, { overrides, lines }: WantedNpm): UnappliedOverride[] {
  if (overrides.changesOwnRequests) return []
  return [...root.edgesOut.values()]
    .filter(({ spec, rawSpec }) => spec !== rawSpec)
    .map(({ name, spec, rawSpec }) => ({
      name,
      reason:
        `the project requests ${shownText(rawSpec)} and overrides it with ${shownText(spec)}, ` +
        'so npm refuses to install',
      ...atLine(lines?.[name]),
    }))
}

function labelOf({ name, version, path }: NpmProjectRequest): string {
  if (name === undefined) return dirname(path) === '.' ? 'project' : dirname(path)
  return shownText(version === undefined ? name : `${name}@${version}`)
}

function componentsOf(
  root: TreeNode,
  leftOut: ReadonlySet<TreeNode>,
  requestOf: (node: TreeNode) => NpmProjectRequest,
): Component[] {
  const nodes = [...root.everyNode()].filter(({ failure }) => failure === undefined)
  const copies = Map.groupBy(
    nodes.filter((node) => !node.isOwn && node.linkTarget === undefined && !leftOut.has(node)),
    packageKey,
  )
  const owners = new Map(nodes.filter(({ isOwn }) => isOwn).map((node) => [`\0${node.memberFolder ?? ''}`, node]))
  const isForDevelopment = ({ from, name }: TreeEdge): boolean => from.isOwn && isDevelopment(requestOf(from), name)
  const nodesFrom = (of: readonly TreeNode[], counts: (edge: TreeEdge) => boolean): TreeNode[] => {
    const targets = of.flatMap((node) =>
      [...node.edgesOut.values()].filter(counts).flatMap(({ to }) => (to === undefined ? [] : [to.linkTarget ?? to])),
    )
    const contained = of.flatMap((node) => [...node.children.values()].filter((child) => child.isFixed && !child.isOwn))
    return [...targets, ...contained].filter((node) => !node.isOwn && !leftOut.has(node))
  }
  const targetsOf = (of: readonly TreeNode[]): string[] =>
    [...new Set(nodesFrom(of, () => true).map(packageKey))].filter((key) => copies.has(key)).sort(byBytes)
  const known = new Map<string, readonly string[]>()
  const neighbours = (key: string): readonly string[] => {
    if (key === start) return [...owners.keys()]
    const owner = owners.get(key)
    const next = known.get(key) ?? targetsOf(owner === undefined ? (copies.get(key) ?? []) : [owner])
    known.set(key, next)
    return next
  }
  // Copies of the same version can have different dependencies, so each copy is traversed separately.
  const neededCopies = new Set(nodesFrom([...owners.values()], (edge) => !isForDevelopment(edge)))
  for (const copy of neededCopies) for (const next of nodesFrom([copy], () => true)) neededCopies.add(next)
  const needed = new Set([...neededCopies].map(packageKey))
  const direct = new Set([...owners.keys()].flatMap(neighbours))
  const chains = shortestChains(start, neighbours, inventoryLimits.maxChainSteps)
  return [...copies]
    .flatMap(([key, [node]]) => (node === undefined ? [] : [{ key, manifest: node.manifest }]))
    .map(({ key, manifest: { name, version, license: declared } }): Component => {
      const license = readLicense(declared)
      const paths = (chains.get(key) ?? [[start, `\0`, key]]).map((chain) => chain.slice(1))
      return {
        purl: packageUrl('npm', name, version),
        name,
        version,
        ecosystem: 'npm',
        direct: direct.has(key),
        dev: !needed.has(key),
        introducedBy: paths.map(([owner = '', ...path]) => {
          const request = requestOf(owners.get(owner) ?? root)
          return { manifest: request.path, path: [labelOf(request), ...path] }
        }),
        ...(license && { license }),
      }
    })
    .sort((a, b) => byBytes(a.name, b.name) || byBytes(a.version, b.version))
}

const start = '\0start'

/** Reports whether a project only requires a name for development. */
const isDevelopment = (
  { dependencies, optionalDependencies, peerDependencies, devDependencies }: NpmProjectRequest,
  name: string,
): boolean =>
  Object.hasOwn(devDependencies, name) &&
  ![dependencies, optionalDependencies, peerDependencies].some((part) => Object.hasOwn(part, name))
