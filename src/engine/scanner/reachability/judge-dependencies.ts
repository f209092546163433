import { z } from 'zod'
import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import { privateNames } from '../../inventory/resolution/private-names.ts'
import type { RegistrySnapshot } from '../../inventory/resolution/registry-snapshot.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import { createWorkClock } from '../../isolation/work-clock.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import type { Log } from '../../model/log.ts'
import { Reachability } from '../../model/reachability.ts'
import type { ReachabilityCoverage } from '../../model/source-coverage.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { isScannedProject } from '../../model/upgrade-text.ts'
import type { JudgeHead } from '../../reachability/tasks/judge-task.ts'
import { packParts } from '../../reachability/tasks/packed-parts.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import type { SourceReach } from '../../sources/source.ts'
import type { SourceCode } from '../read-source-files.ts'
import { namespaceOf, type ResultCache } from '../result-cache.ts'
import { type DerivedFunctions, derivedFunctions } from './derived-functions.ts'
import { openPackageArchives } from './package-archives.ts'
import { fixKey, PackageStore, versionKey } from './package-store.ts'
import { loneChildBounds, reachabilityChildBounds, reachabilityLimits } from './reachability-limits.ts'
import { type InstalledVersions, packagesToRead, publishedVersionOf } from './packages-to-read.ts'
import { type ReadPackages, readPackages } from './read-packages.ts'
import { type ProjectCode, summarizeProject } from './summarize-project.ts'

export interface JudgeContext {
  readonly sources: Pick<SourceReach, 'npmRegistry' | 'pypiIndex'>
  readonly advisories: Pick<AdvisoryStore, 'match'>
  readonly isolation: Isolation
  readonly fileResults?: ResultCache
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
  readonly signal: AbortSignal
  /** Called with the share of packages that are done, 0 to 1. */
  readonly onProgress: (share: number) => void
}

export interface JudgedMatches {
  /** The matches in the same order. Those of npm and PyPI packages have `reachability`, except for malware. */
  readonly matches: readonly AdvisoryMatch[]
  /** Absent if nothing had to be judged. */
  readonly coverage?: ReachabilityCoverage
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
    const { read, results } = await judgeAll(context, scan, { judged, installed, forDevelopment })
    return {
      matches: withResults(scan.matches, judged, results),
      coverage: coverageOf(installed, read),
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

async function judgeAll(
  context: JudgeContext,
  scan: JudgedScan,
  { judged, installed, forDevelopment }: InstalledVersions & { readonly judged: readonly JudgedMatch[] },
): Promise<{ readonly read: ReadPackages; readonly results: readonly Reachability[] }> {
  const { isolation, fileResults, sources, advisories } = context
  const { snapshot, code, signal, resolution, accountId, onProgress, unresolved } = scan
  const store = new PackageStore(fileResults, sources, accountId)
  const archives = openPackageArchives({
    resolution,
    names: privateNames(snapshot, sources.npmRegistry.origins),
    kept: new Set(judged.map(({ version: { ecosystem, name } }) => `${ecosystem} ${name}`)),
    signal,
  })
  using clock = createWorkClock({ workMs: reachabilityLimits.readingTimeoutMs })
  const until = AbortSignal.any([signal, clock.signal])
  await using work = isolation.open(until, loneChildBounds, clock)
  const reading = { store, archives, work, clock, signal }
  const read = await readPackages({ ...reading, onProgress }, installed)
  const isRead = ({ version }: JudgedMatch) => read.summaries.has(versionKey(version))
  const derived = await derivedFunctions({ ...reading, advisories }, judged.filter(isRead))
  const project = await summarizeProject(
    { isolation, fileResults, signal, namespace: namespaceOf(snapshot.source, accountId) },
    code,
    snapshot,
  )
  const results = await judgeInChild(
    { isolation, signal },
    { project, read, installed, forDevelopment, unresolved, derived },
    judged,
  )
  return {
    read,
    results: results.map((result, index) => explained(result, judged[index], { read, unresolved, derived })),
  }
}

interface Program {
  readonly project: ProjectCode
  readonly read: ReadPackages
  readonly installed: readonly PublishedVersion[]
  readonly forDevelopment: readonly PublishedVersion[]
  readonly unresolved: JudgedScan['unresolved']
  readonly derived: DerivedFunctions
}

/**
 * Judges in a child process, because the summaries come from hostile archives and the graph of a large project can
 * exceed any limit. A child that fails leaves all results unknown.
 */
async function judgeInChild(
  { isolation, signal }: { readonly isolation: Isolation; readonly signal: AbortSignal },
  { project, read, installed, forDevelopment, unresolved, derived }: Program,
  judged: readonly JudgedMatch[],
): Promise<readonly Reachability[]> {
  const { packages, summaries, beyond } = withinLimit(installed, read)
  const head: JudgeHead = {
    project: project.project,
    packages: [...packages],
    notRead: [
      ...[...read.notRead.keys(), ...[...beyond, ...forDevelopment].map(versionKey)].map(withoutEcosystem),
      ...unresolved.map(({ name }) => `${name}@unresolved`),
    ],
    vulnerable: judged.map(({ version, advisory }) => {
      const functions = derived.functions.get(fixKeyOf(version, advisory))
      return { ...version, ...(functions && { functions }) }
    }),
  }
  const content = packParts({ head, parts: [...project.codes, ...summaries] })
  await using work = isolation.open(signal, {
    ...reachabilityChildBounds,
    fileTimeoutMs: reachabilityLimits.judgingTimeoutMs,
  })
  for await (const outcome of work.run('judge-reachability', [{ path: 'program', read: () => content }])) {
    const results = z
      .array(Reachability)
      .length(judged.length)
      .safeParse('result' in outcome ? outcome.result : null)
    if (results.success) return results.data
  }
  return judged.map(() => limitExceeded)
}

/** Returns the packages whose summaries fit into one child process. */
function withinLimit(installed: readonly PublishedVersion[], { summaries }: ReadPackages) {
  const packages: PublishedVersion[] = []
  const contents: Buffer[] = []
  const beyond: PublishedVersion[] = []
  let bytes = 0
  for (const version of installed) {
    const summary = summaries.get(versionKey(version))
    if (!summary) continue
    if (bytes + summary.length > reachabilityLimits.maxSummariesBytes) {
      beyond.push(version)
      continue
    }
    bytes += summary.length
    packages.push(version)
    contents.push(summary)
  }
  return { packages, summaries: contents, beyond }
}

const withoutEcosystem = (key: string): string => key.slice(key.indexOf(' ') + 1)

const fixKeyOf = (
  { ecosystem, name }: PublishedVersion,
  { id, fixedVersion = '' }: AdvisoryMatch['advisory'],
): string => fixKey({ ecosystem, name, advisoryId: id, fixedVersion })

/** Returns a result with the reason that only this process knows. */
function explained(
  result: Reachability,
  match: JudgedMatch | undefined,
  { read, unresolved, derived }: Pick<Program, 'derived' | 'read' | 'unresolved'>,
): Reachability {
  if (!match || result.status === 'reachable') return result
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

function coverageOf(
  installed: readonly PublishedVersion[],
  { summaries, notRead }: ReadPackages,
): ReachabilityCoverage {
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
