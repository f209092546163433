import { privateNames } from '../../inventory/resolution/private-names.ts'
import { createWorkClock } from '../../isolation/work-clock.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { Component } from '../../model/component.ts'
import type { SourceIdentity, Target } from '../../model/target.ts'
import { isScannedProject } from '../../model/upgrade-text.ts'
import type { InstalledCode } from '../../reachability/capabilities/compose-capabilities.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import { componentGaps } from '../coverage.ts'
import { resolutionOf } from '../resolution-policy.ts'
import type { ScanContext, SourceScanOptions } from '../scan-context.ts'
import { percentOfDependencies } from '../progress.ts'
import { fetchSnapshot, matchAdvisories, readInventory, resolveTarget, type RunningScan } from '../scan-steps.ts'
import { listCapabilities } from './list-capabilities.ts'
import { openPackageArchives, type PackageArchivesOptions } from './package-archives.ts'
import { createPackageReader } from './package-reader.ts'
import { PackageStore, storeNamespaceOf, versionKey } from './package-store.ts'
import { loneChildBounds, reachabilityLimits } from './reachability-limits.ts'
import { type ReadPackages, readPackages } from './read-packages.ts'

/** The code of everything that a target installs, and the malicious packages among it. */
export interface ReadInstallation {
  readonly source: SourceIdentity
  /** Packages of npm and PyPI, without those that are needed only for development. */
  readonly installed: readonly InstalledCode[]
  /** Matches with advisories about malicious packages, in all ecosystems. */
  readonly malicious: readonly AdvisoryMatch[]
  /** What is missing, as sentences. */
  readonly gaps: readonly string[]
}

/**
 * Resolves the dependencies of a target, and reads the code of every package that it installs from npm and PyPI. Any
 * failure is a package that was not read, or a gap. Throws a ScanFailure if the target cannot be resolved or fetched.
 */
export async function readInstallation(
  context: ScanContext,
  target: Target,
  options: SourceScanOptions,
): Promise<ReadInstallation> {
  const resolved = await resolveTarget(context, target, options)
  await using isolation = context.isolation.forScan(options.clock)
  const scan = { context, options, isolation }
  await using snapshot = await fetchSnapshot(
    { context, options, isolation: resolved.type === 'folder' ? context.isolation : isolation },
    resolved,
  )
  const inventory = await readInventory(scan, resolved, snapshot)
  const { matches, gaps } = await matchAdvisories(scan, inventory)
  const isPackage = resolved.type === 'npm' || resolved.type === 'pypi'
  const packages = packagesOf(inventory.components, isPackage)
  const read = await readArchives(
    scan,
    [...packages.values()].map(({ version }) => version),
    {
      resolution: resolutionOf(context, options, resolved, snapshot),
      names: privateNames(snapshot, context.sources.npmRegistry.origins),
    },
  )
  const code = await listCapabilities({ isolation, signal: options.signal }, read)
  return {
    source: snapshot.source,
    installed: [...packages].map(([key, { version, path }]) => ({
      ...version,
      path,
      code: code.get(key) ?? {
        capabilities: [],
        notRead: read.notRead.get(key) ?? 'the result of reading it is invalid',
      },
    })),
    malicious: matches.filter(({ malicious }) => malicious),
    gaps: [...gaps, ...componentGaps(inventory)],
  }
}

interface PackageOnPath {
  readonly version: PublishedVersion
  readonly path: readonly string[]
}

/**
 * Returns the packages to read by `versionKey`, those with the shortest path first.
 *
 * @param includesTarget true if the target itself is a published package
 */
function packagesOf(components: readonly Component[], includesTarget: boolean): ReadonlyMap<string, PackageOnPath> {
  const found = components.flatMap((component): PackageOnPath[] => {
    const { ecosystem, name, version, dev, introducedBy } = component
    if ((ecosystem !== 'npm' && ecosystem !== 'PyPI') || dev) return []
    if (isScannedProject(component) && !includesTarget) return []
    const [path = [`${name}@${version}`]] = introducedBy.map((one) => one.path)
    return [{ version: { ecosystem, name, version }, path }]
  })
  const packages = new Map<string, PackageOnPath>()
  for (const one of found.sort((a, b) => a.path.length - b.path.length))
    if (!packages.has(versionKey(one.version))) packages.set(versionKey(one.version), one)
  return packages
}

async function readArchives(
  { context, options, isolation }: RunningScan,
  versions: readonly PublishedVersion[],
  access: Pick<PackageArchivesOptions, 'resolution' | 'names'>,
): Promise<ReadPackages> {
  const { signal, accountId, report } = options
  const store = new PackageStore(context.fileResults, context.sources, storeNamespaceOf(accountId))
  const archives = openPackageArchives({ ...access, kept: new Set(), signal })
  using clock = createWorkClock({ workMs: reachabilityLimits.readingTimeoutMs })
  await using work = isolation.open(AbortSignal.any([signal, clock.signal]), loneChildBounds, clock)
  return await readPackages(
    {
      store,
      reader: createPackageReader({ store, archives, work, advisories: context.advisories }),
      clock,
      signal,
      onProgress: (share) => void report('advisories', percentOfDependencies(share), 'reading-dependencies'),
    },
    versions,
  )
}
