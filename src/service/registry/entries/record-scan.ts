import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { listFindingRecords } from '../../db/scans/findings.ts'
import { findEntry, insertEntry, listGivenSlugs } from '../../db/registry/entries.ts'
import { findRevision, keepRevision, type RevisionRow } from '../../db/registry/revisions.ts'
import { findSourceAt, insertSource, type SourceRow, updateSource } from '../../db/registry/sources.ts'
import { listInventoriesInLine } from '../../db/rematching/inventories.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { intakeLimits } from '../intake/intake-limits.ts'
import { scanScopeOf } from '../../../engine/model/receipt.ts'
import type { ServerEvidence, SourceDeclaration } from '../../../engine/model/registry-source.ts'
import type { ScanResults } from '../../../engine/model/scan.ts'
import { engineVersion } from '../../../engine/scanner/engine-version.ts'
import { scoringMethod } from '../../../engine/scanner/score.ts'
import { matchedBy } from '../rematching/matched-by.ts'
import { noteScan } from '../rematching/note-scan.ts'
import { resultsOf } from '../rescoring/results-of.ts'
import { scoreBasisOf } from '../rescoring/score-basis.ts'
import { serverFoldKey, toolsHash } from '../tools/tool-index.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import type { PublicScan } from './public-scan.ts'
import { regroup } from './regroup.ts'
import { refreshServer } from './refresh-server.ts'
import { slugsOf } from './slug.ts'
import { serverNameOf, sourceNameOf } from './source-name.ts'
import { withSuppressions } from './suppressed-findings.ts'

interface Entering {
  readonly evidence: ServerEvidence
  /** Current revision, as returned by the source. */
  readonly currentRevision: string
  /** Advisory feed URLs. If undefined, no result counts as up to date with the advisories. */
  readonly advisoryBases?: readonly string[]
  readonly now: Date
}

/**
 * Records a scan. Creates an entry if the source is new and implements a server. Then stores the revision, joins the
 * source with other sources or separates it, and updates what the server shows. Updates an existing entry even if the
 * revision no longer implements a server. Otherwise, an author could keep the previous version's score by hiding the
 * server. Requires the registry lock (`lockEntries`) until the transaction ends. Returns the affected servers.
 */
export async function recordScan(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  scan: PublicScan,
  { evidence, currentRevision, advisoryBases = [], now }: Entering,
): Promise<string[]> {
  const folder = scan.source.folder ?? ''
  const isCurrent = scan.source.revision === currentRevision
  const provenance = scan.source.package?.provenance
  const declares: SourceDeclaration = {
    revision: scan.source.revision,
    isCurrent,
    facts: scan.facts,
    evidence,
    ...(provenance?.state === 'verified' &&
      provenance.repository !== undefined && {
        provenance: {
          repository: provenance.repository,
          ...(provenance.commit !== undefined && { commit: provenance.commit }),
        },
      }),
  }
  const known = await findSourceAt(tx, scan.source.canonicalUrl, folder)
  if (!known && !evidence.isServer) return []
  const source = known ?? (await makeEntry(tx, scan, declares, now))
  const overwritten = await findRevision(tx, source.id, scan.source.revision)
  // Must be read before the scan is recorded.
  const isMatchedAlike =
    overwritten !== undefined &&
    scan.facts.engine === engineVersion() &&
    (await isInLine(tx, overwritten, advisoryBases))
  // A partial scan changes nothing. Neither does a scan that is older than the stored one of its revision.
  const counts = !scan.results.partial && (!overwritten || overwritten.scannedAt <= scan.completedAt)
  // Until a newer revision is scanned, the server shows the result for the last scanned one.
  const isShown = overwritten !== undefined && (await findEntry(tx, source.serverId))?.scanId === overwritten.scanId
  if (counts && (isCurrent || !isShown)) await keepOutcome(tx, source, scan, isCurrent)
  // Ignores the declarations of an older revision.
  const isBetter = counts && (isCurrent || !source.declares.isCurrent)
  await updateSource(tx, source.id, {
    ...(isBetter && { declares }),
    currentRevision,
    resolvedAt: now,
    nextCheckAt: new Date(
      now.getTime() + (source.type === 'git' ? intakeLimits.resolveGitIntervalMs : intakeLimits.resolveIntervalMs),
    ),
    goneAt: null,
  })
  const servers = await regroup(context, tx, { ...source, declares: isBetter ? declares : source.declares }, now)
  for (const serverId of servers)
    await refreshServer(context, tx, serverId, {
      now,
      overwritten: overwritten && { sourceId: source.id, row: overwritten, isMatchedAlike },
    })
  return servers
}

async function isInLine(tx: Database, { inventoryDigest }: RevisionRow, bases: readonly string[]): Promise<boolean> {
  return inventoryDigest !== null && (await listInventoriesInLine(tx, [inventoryDigest], matchedBy(bases))).length > 0
}

async function makeEntry(tx: Database, scan: PublicScan, declares: SourceDeclaration, now: Date): Promise<SourceRow> {
  const { type, canonicalUrl, folder = '' } = scan.source
  const place = { type, canonicalUrl, folder }
  const slugs = slugsOf(place)
  const given = await listGivenSlugs(tx, slugs)
  const slug = slugs.find((one) => !given.has(one))
  if (slug === undefined) throw new Error(`every slug of ${canonicalUrl} is taken`)
  const serverId = randomUUID()
  await insertEntry(tx, {
    id: serverId,
    slug,
    name: serverNameOf(place),
    foldKey: serverFoldKey(serverNameOf(place)),
    category: 'other',
    sourceType: type,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  })
  await insertSource(tx, { id: randomUUID(), serverId, ...place, name: sourceNameOf(place), declares, createdAt: now })
  const source = await findSourceAt(tx, canonicalUrl, folder)
  if (!source || !(await findEntry(tx, serverId))) throw new Error(`the entry of ${canonicalUrl} was not made`)
  return source
}

async function keepOutcome(
  tx: Database,
  { id: sourceId }: SourceRow,
  scan: PublicScan,
  isCurrent: boolean,
): Promise<void> {
  // The states and suppressions of the account's scan do not apply to the registry.
  const findings = withSuppressions(
    await listFindingRecords(tx, scan.id, ['new', 'existing', 'suppressed']),
    scan.projectConfig,
    scan.completedAt,
  )
  await keepRevision(tx, {
    sourceId,
    revision: scan.source.revision,
    scanId: scan.id,
    scannedAt: scan.completedAt,
    digest: scan.source.digest,
    results: openResults(scan.results, findings),
    scoreBasis: scoreBasisOf(findings),
    engine: scan.facts.engine ?? '',
    advisoryDate: scan.coverage.advisories,
    scope: scanScopeOf(scan.coverage) ?? null,
    inventoryDigest: scan.inventoryDigest,
    tools: scan.tools,
    toolsHash: toolsHash(scan.tools),
    findings: isCurrent ? findings.map((finding) => ({ finding, firstSeenAt: scan.completedAt.toISOString() })) : null,
  })
  if (isCurrent) await noteScan(tx, scan)
}

/**
 * Returns the result with all findings, because the registry counts findings excluded from the account's result.
 * Results of another formula version are returned unchanged and rescored later.
 */
function openResults(results: ScanResults, findings: readonly Finding[]): ScanResults {
  return results.method === scoringMethod ? resultsOf(results, findings) : results
}
