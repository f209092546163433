import { dirname } from 'node:path/posix'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import type { CoreMetadata } from '../../sources/python-packaging/core-metadata.ts'
import { normalProjectName } from '../../sources/python-packaging/project-name.ts'
import { parsePythonVersion } from '../../sources/python-packaging/version.ts'
import { shownText } from '../../sources/shown-text.ts'
import { shortestChains } from '../introductions.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import { requirementsOf } from '../pypi-walk/demand.ts'
import { walkDependencies } from '../pypi-walk/dependency-walk.ts'
import type { WalkedDependencies } from '../pypi-walk/walked-dependencies.ts'
import { gapsOfWalk } from '../pypi-walk/walk-gaps.ts'
import type { RegistrySnapshot } from './registry-snapshot.ts'
import { resolvedAt, type ResolvedInstallation } from './resolved-installation.ts'
import type { WantedPython } from './wanted-installation.ts'

/** Version used for a project that does not state one. No package requires this version. */
const unknownVersion = parsePythonVersion('0')

/**
 * Returns the components that pip installs for a manifest without a lockfile: first its main requirements, then those
 * that only its extras and groups need. Throws only if the signal aborts.
 */
export async function resolvePython(
  context: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  snapshot: Pick<RegistrySnapshot, 'pypiIndex' | 'takenAt'>,
  wanted: WantedPython,
): Promise<ResolvedInstallation> {
  const main = wanted.requirements.filter(({ groups }) => groups.length === 0)
  const walks: Walked[] = []
  if (main.length > 0) walks.push(await walked(context, snapshot, wanted, main))
  if (main.length < wanted.requirements.length) walks.push(await walked(context, snapshot, wanted, wanted.requirements))
  const components = new Map<string, Component>()
  const unresolved = new Map<string, UnresolvedDependency>()
  for (const walk of walks) {
    for (const component of componentsOf(walk, wanted))
      if (!components.has(component.name)) components.set(component.name, resolvedAt(component, snapshot.takenAt))
    for (const gap of gapsOf(walk, wanted)) {
      // No installation includes all extras and groups, so a conflict between them is not a gap.
      const isOfCombination = walk !== walks[0] && walk.result.contradictions.has(gap.name)
      const key = JSON.stringify(gap)
      if (!unresolved.has(key)) unresolved.set(key, isOfCombination ? { ...gap, isGap: false } : gap)
    }
  }
  return {
    components: [...components.values()],
    unresolved: [...unresolved.values()],
    complete: [...unresolved.values()].every(({ isGap }) => isGap === false),
    hasAsked: walks.some(({ result }) => result.hasAskedIndex),
  }
}

interface Walked {
  readonly result: WalkedDependencies
  /** Name of the project in the walk. */
  readonly root: string
  readonly requirements: WantedPython['requirements']
}

async function walked(
  { isolation, signal, onProgress }: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  { pypiIndex: index }: Pick<RegistrySnapshot, 'pypiIndex'>,
  wanted: WantedPython,
  requirements: WantedPython['requirements'],
): Promise<Walked> {
  const root = wanted.name === undefined ? ' ' : normalProjectName(wanted.name)
  const version = parsePythonVersion(wanted.version ?? '') ?? unknownVersion
  if (version === undefined) throw new Error('the version of a project without one is invalid')
  const metadata: CoreMetadata = {
    metadataVersion: '2.4',
    name: root,
    version: version.text,
    requiresDist: requirements.map(({ text }) => text),
    requiresPython: undefined,
    dynamic: new Set(),
  }
  const result = await walkDependencies({
    isolation,
    index,
    signal,
    onProgress,
    root: { name: root, version, reading: { metadata } },
    constraints: requirementsOf({ requiresDist: wanted.constraints }).requirements,
    refusal: (name) =>
      wanted.localNames.includes(name)
        ? 'a project in this repository has this name, so Assay did not ask the index for it'
        : undefined,
  })
  return { result, root, requirements }
}

function componentsOf({ result: { pins, graph }, root, requirements }: Walked, wanted: WantedPython): Component[] {
  const neighbours = (name: string) => [...graph.targetsOf(name)].filter((target) => pins.has(target)).sort(byBytes)
  const chains = shortestChains(root, neighbours, inventoryLimits.maxChainSteps)
  const askedFor = (counts: (asked: WantedPython['requirements'][number]) => boolean) =>
    new Set(
      requirementsOf({ requiresDist: requirements.filter(counts).map(({ text }) => text) }).requirements.map(
        ({ name }) => name,
      ),
    )
  const direct = askedFor(() => true)
  const needed = askedFor(({ dev }) => !dev)
  for (const name of needed) for (const next of neighbours(name)) needed.add(next)
  const label = labelOf(wanted)
  const stepOf = (name: string) => (name === root ? label : `${name}@${pins.get(name)?.version ?? ''}`)
  return [...pins.values()]
    .filter(({ name }) => name !== root)
    .sort((a, b) => byBytes(a.name, b.name))
    .map(({ name, version, license }) => ({
      purl: packageUrl('PyPI', name, version),
      name,
      version,
      ecosystem: 'PyPI',
      direct: direct.has(name),
      dev: !needed.has(name),
      introducedBy: (chains.get(name) ?? [[root, name]]).map((path) => ({
        manifest: wanted.path,
        path: path.map(stepOf),
      })),
      ...(license && { license }),
    }))
}

function gapsOf({ result, root, requirements }: Walked, wanted: WantedPython): UnresolvedDependency[] {
  const label = labelOf(wanted)
  const version = result.pins.get(root)?.version ?? ''
  const lines = new Map<string, number>()
  for (const { text, line } of requirements) {
    const [requirement] = requirementsOf({ requiresDist: [text] }).requirements
    for (const name of [requirement?.name, shownText(text)])
      if (line !== undefined && name !== undefined && !lines.has(name)) lines.set(name, line)
  }
  return gapsOfWalk(result, { name: root, version }).unresolved.map((gap) => {
    const isOwn = gap.requiredBy === `${root}@${version}`
    const line = isOwn ? lines.get(gap.name) : undefined
    return {
      ...gap,
      name: gap.name === root ? label : gap.name,
      requiredBy: isOwn ? label : gap.requiredBy,
      manifest: wanted.path,
      ...(line !== undefined && { line }),
    }
  })
}

function labelOf({ name, version, path }: WantedPython): string {
  if (name === undefined) return dirname(path) === '.' ? 'project' : dirname(path)
  return shownText(version === undefined ? name : `${name}@${version}`)
}
