import type { Database } from '../db/client.ts'
import type { ScanRow } from '../db/scans/scans.ts'
import type { Component } from '../../engine/model/component.ts'
import type { DetectedFinding } from '../../engine/model/finding-record.ts'
import type { ProjectFacts } from '../../engine/model/project-facts.ts'
import type { ReadingRecord } from '../../engine/model/reading-record.ts'
import type { ScannedTool } from '../../engine/model/scanned-tool.ts'
import type { Coverage } from '../../engine/model/scan.ts'
import type { InstalledCapabilities } from '../../engine/reachability/capabilities/compare-installations.ts'
import type { SourceIdentity } from '../../engine/model/target.ts'
import type { ScannedSource, SourceScanner, SourceScannerOptions } from '../../engine/scanner/source-scanner.ts'
import { judgesReachability, type ReachabilitySetting } from '../../settings/reachability-setting.ts'
import { findReusableResult, reuseKeyOf } from './reuse-result.ts'
import { snapshotTimeOf } from './registry-snapshot-time.ts'
import type { Suspicion } from './stalls/suspicion.ts'

/** Dependencies for scanning a source or reusing results. */
export interface ResolveOrReuseContext {
  readonly db: Database
  readonly scanner: SourceScanner
  /** False if scans never resolve manifests in registries. Defaults to true. */
  readonly resolves?: boolean
  /** Returns the current advisory state; see `advisories/generations.ts`. */
  readonly advisoryGenerations: () => Promise<Readonly<Record<string, string>>>
  /**
   * Reports whether an account allows registry requests for names in its private sources. By default, no account does.
   */
  readonly resolvesPrivate?: (accountId: string) => Promise<boolean>
  /** Whether scans judge if projects reach the vulnerable code of their dependencies. Defaults to `off`. */
  readonly reachability?: ReachabilitySetting
}

/** Result of a scan before it is compared, scored, and stored. */
export interface ScanFindings {
  readonly source: SourceIdentity
  readonly inventory: { readonly components: readonly Component[] } | { readonly digest: string }
  readonly detected: readonly DetectedFinding[]
  readonly coverage: Coverage
  readonly tools: readonly ScannedTool[]
  readonly facts: ProjectFacts
  /** Data that later scans need to reuse this result. Undefined if the result must not be reused. */
  readonly reuse?: {
    readonly reuseKey: string
    readonly advisoryGenerations: Readonly<Record<string, string>>
    readonly examinedAt?: Date
  }
  /** True if the result of an earlier scan was reused. */
  readonly cached: boolean
  /** Record of the files that were read, or the ID of the reused scan that has it. Undefined if unknown. */
  readonly reading?: ReadingRecord | { readonly scanId: string }
  /** What the installed packages can do, or the ID of the reused scan that has it. Undefined if they were not read. */
  readonly capabilities?: InstalledCapabilities | { readonly scanId: string }
  /** Repository settings for its own scans, which only the GitHub App uses. Null for other sources. */
  readonly projectConfig: unknown
}

/**
 * Resolves the target with the account's own permissions. Then reuses a result for the revision, or scans it. Throws a
 * ScanFailure.
 *
 * @param suspicion Called before any part of the source is read.
 */
export async function resolveOrReuse(
  context: ResolveOrReuseContext,
  scan: Pick<ScanRow, 'id' | 'accountId' | 'baseline' | 'createdAt' | 'registrySnapshotAt' | 'target' | 'force'> &
    Partial<Pick<ScanRow, 'reachability'>>,
  given: Omit<SourceScannerOptions, 'accountId'>,
  suspicion?: Suspicion,
): Promise<ScanFindings> {
  const requested = {
    ...given,
    scanId: scan.id,
    accountId: scan.accountId,
    judgesReachability: judgesReachability(context.reachability ?? 'off', scan.reachability),
    withProjectWord: scan.target.type === 'git',
    listsCapabilities: scan.target.type === 'git',
    resolvesPrivate: (await context.resolvesPrivate?.(scan.accountId)) === true,
  }
  await suspicion?.enterTarget(scan.target, requested.signal)
  using session = context.scanner.open(scan.target, requested)
  const resolved = await session.resolve()
  const resolvedAt = await snapshotTimeOf(context.db, scan, resolved)
  const reuseKey = reuseKeyOf(resolved, {
    resolves: context.resolves !== false,
    judgesReachability: requested.judgesReachability,
  })
  if (reuseKey === undefined) return { ...foundBy(await session.scan({ resolvedAt })), cached: false }
  // Read before matching. If a sync runs concurrently, the stored generations then mark this result as outdated.
  const generations = await context.advisoryGenerations()
  const known = scan.force
    ? undefined
    : await findReusableResult(context.db, {
        reuseKey,
        accountId: scan.accountId,
        resolved,
        generations,
        resolvedAt,
        resolvesPrivate: requested.resolvesPrivate,
        now: new Date(),
      })
  if (known) {
    const {
      scanId,
      source,
      inventoryDigest,
      findings,
      coverage,
      tools,
      facts,
      advisoryGenerations,
      examinedAt,
      projectConfig,
    } = known
    return {
      source,
      inventory: { digest: inventoryDigest },
      detected: findings,
      coverage,
      tools,
      facts,
      reuse: { reuseKey, advisoryGenerations, examinedAt },
      cached: true,
      reading: { scanId },
      capabilities: { scanId },
      projectConfig,
    }
  }
  await suspicion?.enterRevision(reuseKey, requested.signal)
  const examination = await session.scan({ resolvedAt })
  return {
    ...foundBy(examination),
    reuse: { reuseKey, advisoryGenerations: generationsOf(examination, generations) },
    cached: false,
  }
}

function foundBy({
  source,
  components,
  findings,
  coverage,
  reading,
  capabilities,
  tools,
  facts,
  projectConfig,
}: ScannedSource): Omit<ScanFindings, 'cached'> {
  return {
    source,
    inventory: { components },
    detected: findings,
    coverage,
    ...(reading && { reading }),
    ...(capabilities && { capabilities }),
    tools,
    facts,
    projectConfig: projectConfig ?? null,
  }
}

/** Returns the state of the relevant ecosystems and the exploitation data. */
function generationsOf(
  { components }: ScannedSource,
  generations: Readonly<Record<string, string>>,
): Record<string, string> {
  const ecosystems = new Set<string>(components.map(({ ecosystem }) => ecosystem))
  return Object.fromEntries([...ecosystems, 'exploitation'].map((name) => [name, generations[name] ?? 'none']))
}
