import type { Component, UnresolvedDependency } from '../../model/component.ts'
import type { Inventory } from '../../model/inventory.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { WalkLimitReached } from '../npm-tree/walk-budget.ts'
import { mergeComponents } from '../project/merge-components.ts'
import { unlockedReasons } from '../project/unlocked-reasons.ts'
import { npmInstallOptions } from './npm-install-options.ts'
import { type PrivateNames, privateNames } from './private-names.ts'
import type { RegistrySnapshot } from './registry-snapshot.ts'
import { resolveCargo } from './resolve-cargo.ts'
import { resolveGradle } from './resolve-gradle.ts'
import { resolveMaven } from './resolve-maven.ts'
import { resolveNpm } from './resolve-npm.ts'
import type { ResolvedInstallation } from './resolved-installation.ts'
import { resolvePython } from './resolve-python.ts'
import { resolutionLimits } from './resolution-limits.ts'
import { namesByManifest, type WantedInstallation } from './wanted-installation.ts'

/**
 * Resolves the project manifests that are not covered by a lockfile, one at a time, and adds their components to the
 * inventory. Dependencies that cannot be resolved are recorded with the reason. Throws only if the signal aborts.
 */
export async function resolveInstallations(
  context: Pick<InventoryContext, 'isolation' | 'onProgress' | 'resolution' | 'signal'>,
  inventory: Inventory,
  wanted: readonly WantedInstallation[],
  snapshot: Pick<Snapshot, 'files'>,
): Promise<Inventory> {
  const { resolution } = context
  if (wanted.length === 0 || resolution === undefined) return inventory
  if ('off' in resolution) return { ...inventory, unresolved: withReason(inventory.unresolved, resolution.off) }
  const names = privateNames(snapshot, new Set([...resolution.npmRegistry.origins, resolution.mavenRepository.origin]))
  const answers: ResolvedInstallation[] = []
  const resolved = new Map<string, ReadonlySet<string>>()
  const refused = new Map<string, string>()
  const until = performance.now() + resolutionLimits.maxWorkMs
  let packages = 0
  for (const installation of wanted) {
    const asked = namesByManifest(installation)
    const refusal =
      refusalOf(installation, names) ??
      (performance.now() > until || resolved.size >= resolutionLimits.maxInstallations
        ? 'the other manifests of the project used up the limit for resolving dependencies; commit a lockfile'
        : undefined)
    if (refusal !== undefined) {
      for (const path of asked.keys()) refused.set(path, refusal)
      continue
    }
    const onProgress = (added: number) => context.onProgress?.(packages + added)
    const settings = { names, files: snapshot.files }
    const answer = await resolveOne({ ...context, onProgress }, resolution, installation, settings, until)
    if (answer === undefined)
      for (const path of asked.keys()) refused.set(path, 'resolving its dependencies took too long; commit a lockfile')
    else {
      packages += answer.components.length
      answers.push(answer)
      for (const [path, ofManifest] of asked) resolved.set(path, ofManifest.union(resolved.get(path) ?? new Set()))
    }
  }
  return joined(inventory, { answers, resolved, refused, takenAt: resolution.takenAt })
}

/**
 * Resolves one installation. Returns undefined if the time runs out, or if the step budget runs out before the first
 * package.
 */
async function resolveOne(
  context: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  snapshot: RegistrySnapshot,
  installation: WantedInstallation,
  { names, files }: Pick<Snapshot, 'files'> & { readonly names: PrivateNames },
  until: number,
): Promise<ResolvedInstallation | undefined> {
  const clock = AbortSignal.timeout(Math.max(Math.ceil(until - performance.now()), 1))
  const within = { ...context, signal: AbortSignal.any([context.signal, clock]) }
  try {
    if (installation.kind === 'npm') {
      const options = npmInstallOptions({ files }, installation.path, snapshot.takenAt)
      return await resolveNpm(within, snapshot, installation, { names, options })
    }
    if (installation.kind === 'gradle') return await resolveGradle(within, snapshot, installation)
    if (installation.kind === 'maven') return await resolveMaven(within, snapshot, installation)
    if (installation.kind === 'cargo') return await resolveCargo(within, snapshot, installation)
    return await resolvePython(within, snapshot, installation)
  } catch (error) {
    if (!context.signal.aborted && (clock.aborted || error instanceof WalkLimitReached)) return undefined
    throw error
  }
}

/** Returns a project's registry URL, unless it is the public registry of its ecosystem. */
function elsewhereOf(
  installation: WantedInstallation,
  names: PrivateNames,
): { readonly address: string | undefined; readonly what: string } {
  switch (installation.kind) {
    case 'npm':
      return { address: names.npmRegistry, what: 'another registry' }
    case 'cargo':
      return { address: names.cratesIndex, what: 'another registry' }
    case 'pypi':
      return { address: installation.otherIndex, what: 'another index' }
    case 'maven':
      return { address: installation.otherRepository ?? names.mavenMirror, what: 'another repository' }
    case 'gradle':
      return { address: installation.otherRepository, what: 'another repository' }
  }
}

/** Returns why an installation is not resolved. The only reason is that its names may be private. */
function refusalOf(installation: WantedInstallation, names: PrivateNames): string | undefined {
  const { address, what } = elsewhereOf(installation, names)
  return address === undefined
    ? undefined
    : `the project gets its packages from ${what}, which Assay does not contact; commit a lockfile`
}

interface Outcome {
  readonly answers: readonly ResolvedInstallation[]
  /** Resolved names by manifest. */
  readonly resolved: ReadonlyMap<string, ReadonlySet<string>>
  /** Manifests that were not resolved, with the reason. */
  readonly refused: ReadonlyMap<string, string>
  readonly takenAt: Date
}

function joined(inventory: Inventory, { answers, resolved, refused, takenAt }: Outcome): Inventory {
  const isAnswered = ({ name, ecosystem = 'npm', manifest = '' }: UnresolvedDependency) =>
    resolved.get(manifest)?.has(normalPackageName(ecosystem, name)) === true
  const left = inventory.unresolved.filter((gap) => !isOpen(gap) || !isAnswered(gap))
  const unresolved = [
    ...left.map((gap) => {
      const reason = isOpen(gap) ? refused.get(gap.manifest ?? '') : undefined
      return reason === undefined ? gap : { ...gap, reason }
    }),
    ...answers.flatMap((answer) => answer.unresolved),
  ]
  const components = answers.flatMap((answer) => answer.components)
  const kept = withoutOverruled(inventory.components, answers)
  const isComplete = unresolved.every(({ isGap }) => isGap === false)
  return {
    ...inventory,
    components: mergeComponents([...kept, ...unlockedOnly(components, kept)]),
    unresolved,
    complete: isComplete && answers.every(({ complete }) => complete),
    method: [inventory.method, ...(resolved.size > 0 ? [methodOf(resolved, takenAt)] : [])].join(' '),
    ...(answers.some(({ hasAsked }) => hasAsked) && { resolvedAt: takenAt }),
  }
}

const keyOfRequest = (manifest: string, name: string, version: string): string =>
  JSON.stringify([manifest, name, version])

/** Removes direct dependencies whose version was replaced in an installation. */
function withoutOverruled(
  components: readonly Component[],
  answers: readonly ResolvedInstallation[],
): readonly Component[] {
  const overruled = new Set(
    answers.flatMap((answer) =>
      (answer.overruled ?? []).map(({ manifest, name, version }) => keyOfRequest(manifest, name, version)),
    ),
  )
  if (overruled.size === 0) return components
  return components.flatMap((component) => {
    const introducedBy = component.introducedBy.filter(
      ({ manifest, path }) =>
        path.length > 2 || !overruled.has(keyOfRequest(manifest, component.name, component.version)),
    )
    return introducedBy.length === 0 ? [] : [{ ...component, introducedBy }]
  })
}

/** Removes the "resolved from a registry" mark from packages whose version is in a lockfile or manifest. */
function unlockedOnly(components: readonly Component[], known: readonly Component[]): Component[] {
  const purls = new Set(known.map(({ purl }) => purl))
  return components.map((component) => {
    if (!purls.has(component.purl)) return component
    const { locked: _locked, resolvedAt: _resolvedAt, ...pinned } = component
    return pinned
  })
}

/** Reports whether a requirement lacks a version only because no lockfile pins it. */
const isOpen = ({ reason }: UnresolvedDependency): boolean => unlockedReasons.has(reason)

const withReason = (unresolved: readonly UnresolvedDependency[], reason: string): UnresolvedDependency[] =>
  unresolved.map((gap) => (isOpen(gap) ? { ...gap, reason: `${gap.reason} (${reason})` } : gap))

function methodOf(resolved: ReadonlyMap<string, unknown>, takenAt: Date): string {
  const [first, ...others] = resolved.keys()
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `Resolved in package registries at ${takenAt.toISOString()}, not locked: ${first}${more}.`
}
