import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import { privateNames } from '../../inventory/resolution/private-names.ts'
import type { RegistrySnapshot } from '../../inventory/resolution/registry-snapshot.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import { createWorkClock } from '../../isolation/work-clock.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import type { Log } from '../../model/log.ts'
import type { Reachability } from '../../model/reachability.ts'
import type { ReachabilityCoverage } from '../../model/source-coverage.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { isScannedProject } from '../../model/upgrade-text.ts'
import type { InstalledCapabilities } from '../../reachability/capabilities/compare-installations.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import type { SourceReach } from '../../sources/source.ts'
import type { SourceCode } from '../read-source-files.ts'
import { namespaceOf, type ResultCache } from '../result-cache.ts'
import { derivedFunctions } from './derived-functions.ts'
import { fixKeyOf, judgeInChild, type ProgramParts, withoutEcosystem } from './judge-in-child.ts'
import { installedCapabilities } from './installed-capabilities.ts'
import { openPackageArchives } from './package-archives.ts'
import { createPackageReader, type SharedPackages, withSharedPackages } from './package-reader.ts'
import { PackageStore, storeNamespaceOf, versionKey } from './package-store.ts'
import { loneChildBounds, reachabilityLimits } from './reachability-limits.ts'
import { type InstalledVersions, neededVersions, packagesToRead, publishedVersionOf } from './packages-to-read.ts'
import { type ReadPackages, readPackages } from './read-packages.ts'
import { summarizeProject } from './summarize-project.ts'

export interface JudgeContext {
  readonly sources: Pick<SourceReach, 'npmRegistry' | 'pypiIndex'>
  readonly advisories: Pick<AdvisoryStore, 'match'>
  readonly isolation: Isolation
  readonly fileResults?: ResultCache
  readonly sharedPackages?: SharedPackages
  readonly log?: Pick<Log, 'warn'>
}

/** Scan whose vulnerable dependencies are judged. */
export interface JudgedScan {
  readonly snapshot: Snapshot
  readonly code: Pick<SourceCode, 'facts'>
  readonly components: readonly Component[]
  /** Dependencies without a known version. Their code is not read. */
  readonly unresolved: readonly Pick<UnresolvedDependency, 'name' | 'ecosystem'>[]
  readonly matches: readonly AdvisoryMatch[]
  /** Registries, or why the scan must not send names to them, as the end of a sentence. */
  readonly resolution: RegistrySnapshot | { readonly off: string }
  readonly accountId: string | undefined
  /** True to also list what the installed packages can do. */
  readonly listsCapabilities: boolean
  readonly signal: AbortSignal
  /** Called with the share of packages that are done, 0 to 1. */
  readonly onProgress: (share: number) => void
}

export interface JudgedMatches {
  /** The matches in the same order. Those of npm and PyPI packages have `reachability`, except for malware. */
  readonly matches: readonly AdvisoryMatch[]
  /** Absent if nothing had to be judged. */
  readonly coverage?: ReachabilityCoverage
  /** What the installed packages can do. Absent if no package was read, or if the scan does not ask for it. */
  readonly capabilities?: InstalledCapabilities
}

/** A match that is judged. */
type JudgedMatch = AdvisoryMatch & { readonly version: PublishedVersion }

/**
 * Judges whether the project reaches the vulnerable code of its dependencies. Reads the archives of all packages that
 * it installs, because any of them may call the vulnerable one. Whatever fails leads to `unknown` with a reason. Throws
 * only if the signal aborts.
 */
export async function judgeDependencies(context: JudgeContext, scan: JudgedScan): Promise<JudgedMatches> {
  const judged = scan.matches.flatMap((match): JudgedMatch[] => {
    const version = publishedVersionOf(match.component)
    return version && !match.malicious && !isScannedProject(match.component) ? [{ ...match, version }] : []
  })
  if (judged.length === 0) return { matches: scan.matches }
  const { installed, forDevelopment } = packagesToRead(scan.components, judged)
  try {
    const { results, capabilities, ...parts } = await judgeAll(context, scan, { judged, installed, forDevelopment })
    return {
      matches: withResults(scan.matches, judged, results),
      coverage: coverageOf(parts),
      ...(capabilities && { capabilities }),
    }
  } catch (error) {
    scan.signal.throwIfAborted()
    context.log?.warn({ err: error }, 'reachability not judged')
    return {
      matches: withResults(
        scan.matches,
        judged,
        judged.map(() => limitExceeded),
      ),
      coverage: { packages: installed.length, read: 0, problem: 'The reachability analysis failed.' },
    }
  }
}

const limitExceeded: Reachability = { status: 'unknown', reason: 'limit-exceeded' }

interface JudgedParts extends Pick<ProgramParts, 'installed' | 'read'>, Pick<JudgedMatches, 'capabilities'> {
  readonly results: readonly Reachability[]
}

async function judgeAll(
  context: JudgeContext,
  scan: JudgedScan,
  { judged, ...versions }: InstalledVersions & { readonly judged: readonly JudgedMatch[] },
): Promise<JudgedParts> {
  let { installed, forDevelopment } = versions
  const { isolation, fileResults, sources, advisories, sharedPackages } = context
  const { snapshot, code, signal, resolution, accountId, onProgress, unresolved } = scan
  const store = new PackageStore(fileResults, sources, storeNamespaceOf(accountId))
  const archives = openPackageArchives({
    resolution,
    names: privateNames(snapshot, sources.npmRegistry.origins),
    kept: new Set(judged.map(({ version: { ecosystem, name } }) => `${ecosystem} ${name}`)),
    signal,
  })
  using clock = createWorkClock({ workMs: reachabilityLimits.readingTimeoutMs })
  const until = AbortSignal.any([signal, clock.signal])
  await using work = isolation.open(until, loneChildBounds, clock)
  const own = createPackageReader({ store, archives, work, advisories })
  const shared = { store, archives, clock, signal: until }
  const reader = sharedPackages ? withSharedPackages(own, sharedPackages, shared) : own
  const reading = { store, reader, clock, signal }
  let read = await readPackages({ ...reading, onProgress }, installed)
  const { summaries } = read
  const derived = await derivedFunctions(
    reading,
    judged.filter(({ version }) => summaries.has(versionKey(version))),
  )
  const ownFiles = { isolation, fileResults, signal, namespace: namespaceOf(snapshot.source, accountId) }
  const project = await summarizeProject(ownFiles, code, snapshot)
  for (let round = 1; ; round += 1) {
    const judgement = await judgeInChild(
      ownFiles,
      { project, read, installed, forDevelopment, unresolved, derived },
      judged,
    )
    const isFailed = 'failure' in judgement
    const needed = neededVersions(scan.components, forDevelopment, isFailed ? [] : judgement.neededForDevelopment)
    if (needed.length === 0 || round === reachabilityLimits.maxRounds) {
      const capabilities = scan.listsCapabilities
        ? await installedCapabilities({ isolation, signal }, { installed, components: scan.components, read })
        : undefined
      return {
        read,
        installed,
        ...(capabilities && { capabilities }),
        results: judged.map((match, index) =>
          explained(
            isFailed
              ? { ...limitExceeded, detail: `judging the program ${judgement.failure}` }
              : (judgement.results[index] ?? limitExceeded),
            match,
            { read, unresolved, derived },
          ),
        ),
      }
    }
    const further = await readPackages({ ...reading, onProgress: () => {} }, needed)
    read = {
      summaries: new Map([...read.summaries, ...further.summaries]),
      notRead: new Map([...read.notRead, ...further.notRead]),
    }
    installed = [...installed, ...needed]
    const keys = new Set(needed.map(versionKey))
    forDevelopment = forDevelopment.filter((one) => !keys.has(versionKey(one)))
  }
}

/** Returns a result with the reason that only this process knows. */
function explained(
  result: Reachability,
  match: JudgedMatch,
  { read, unresolved, derived }: Pick<ProgramParts, 'derived' | 'read' | 'unresolved'>,
): Reachability {
  if (result.status === 'reachable') return result
  const { version, advisory } = match
  if (result.status !== 'unknown') {
    const detail = version.ecosystem === 'PyPI' ? unreadPythonPackage(read, unresolved) : undefined
    return detail === undefined ? result : { status: 'unknown', reason: 'package-not-read', detail }
  }
  if (!read.summaries.has(versionKey(version)))
    return { status: 'unknown', reason: 'package-not-read', detail: `${version.name}@${version.version}` }
  if (result.reason !== 'functions-not-derived' || derived.functions.has(fixKeyOf(version, advisory))) return result
  if (advisory.fixedVersion === undefined) return { status: 'unknown', reason: 'no-fixed-version' }
  const detail = derived.failures.get(fixKeyOf(version, advisory))
  return { status: 'unknown', reason: 'functions-not-derived', ...(detail !== undefined && { detail }) }
}

/**
 * Returns a Python package that was not read. Its name does not show which modules it contains, so any import may load
 * it.
 */
function unreadPythonPackage({ notRead }: ReadPackages, unresolved: JudgedScan['unresolved']): string | undefined {
  const unread = [...notRead.keys()].find((key) => key.startsWith('PyPI '))
  return unread === undefined
    ? unresolved.find(({ ecosystem }) => ecosystem === 'PyPI')?.name
    : withoutEcosystem(unread)
}

function withResults(
  matches: readonly AdvisoryMatch[],
  judged: readonly JudgedMatch[],
  results: readonly Reachability[],
): AdvisoryMatch[] {
  const byMatch = new Map(judged.map((match, index) => [matchKey(match), results[index] ?? limitExceeded]))
  return matches.map((match) => {
    const reachability = byMatch.get(matchKey(match))
    return reachability ? { ...match, reachability } : match
  })
}

const matchKey = ({ component, advisory }: AdvisoryMatch): string => `${component.purl} ${advisory.id}`

function coverageOf({
  installed,
  read: { summaries, notRead },
}: Pick<ProgramParts, 'installed' | 'read'>): ReachabilityCoverage {
  return {
    packages: installed.length,
    read: summaries.size,
    ...(notRead.size > 0 && {
      notRead: {
        total: notRead.size,
        packages: [...notRead]
          .slice(0, reachabilityLimits.maxNamed)
          .map(([key, reason]) => ({ package: withoutEcosystem(key), reason })),
      },
    }),
  }
}
