import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../db/client.ts'
import type { RematchCause } from '../../db/rematching/inventories.ts'
import { withCachedPlans } from '../../db/with-cached-plans.ts'
import { listFindingsOfServers } from '../../db/rematching/server-findings.ts'
import { listLastPoints } from '../../db/rematching/history-points.ts'
import { type AffectedRevision, listAffectedRevisions, listProjectConfigs } from '../../db/rematching/servers.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { Coverage, ScanResults } from '../../../engine/model/scan.ts'
import { scoringMethod } from '../../../engine/scanner/score.ts'
import { withSuppressions } from '../entries/suppressed-findings.ts'
import { currentFormula, rescoreServer } from '../rescoring/rescore-servers.ts'
import { resultsOf } from '../rescoring/results-of.ts'
import { scoreBasisOf } from '../rescoring/score-basis.ts'
import type { RematchedServer } from './announce-rematch.ts'
import { advisoriesOf, effectsOf, flawsOfFindings } from './effects.ts'
import type { KnownFlaws } from './known-flaws.ts'
import { laterDates } from './later-dates.ts'
import type { RematchContext } from './rematch-context.ts'
import { renewFindings, type RenewedFindings } from './renew-findings.ts'
import { type RefreshedRevision, storeResults } from './store-results.ts'

/** Data about the inventories in one transaction. */
export interface Settling {
  readonly causes: ReadonlyMap<string, RematchCause>
  readonly flawsOf: (digest: string) => KnownFlaws
  /** Minimum dates of the advisories that were used, by ecosystem. Newer advisories may have been used. */
  readonly dates: Coverage['advisories']
  readonly now: Date
}

/**
 * Updates the revisions with these inventories, and the servers that show them. Requires the registry lock until the
 * transaction ends. Returns the public servers.
 */
export async function refreshRevisions(
  context: RematchContext,
  tx: Database,
  settling: Settling,
): Promise<RematchedServer[]> {
  const revisions = await listScoredAlike(context, tx, settling)
  const shown = revisions.filter(({ isShown }) => isShown).map(({ server }) => server.id)
  const [findings, words, points] = [
    await listFindingsOfServers(tx, shown),
    await listProjectConfigs(
      tx,
      revisions.map(({ scanId }) => scanId),
    ),
    await listLastPoints(tx, shown),
  ]
  const settled = revisions.flatMap((revision) => {
    const stored = revision.isShown ? findings.get(revision.server.id) : revision.findings
    return (stored && renewed(revision, stored, words.get(revision.scanId), settling)) ?? []
  })
  const servers = settled
    .filter(({ revision }) => revision.isShown)
    .map((one) => ({ ...one, rematched: rematchedServer(one, points.get(one.server.id), settling) }))
  await withCachedPlans(tx, () =>
    storeResults(tx, { revisions: settled, servers, stored: findings, now: settling.now }),
  )
  return servers.filter(({ revision }) => !revision.server.isHidden).map(({ rematched }) => rematched)
}

/**
 * Lists the revisions. Scores shown revisions with the current formula, so that a formula change is never attributed to
 * advisories.
 */
async function listScoredAlike(
  context: RematchContext,
  tx: Database,
  { causes, now }: Settling,
): Promise<AffectedRevision[]> {
  const revisions = await listAffectedRevisions(tx, [...causes.keys()])
  const old = revisions.filter(({ isShown, server: { method } }) => isShown && method !== scoringMethod)
  for (const {
    server: { id },
  } of old)
    await rescoreServer(context, tx, { serverId: id, formula: currentFormula, now })
  return old.length > 0 ? listAffectedRevisions(tx, [...causes.keys()]) : revisions
}

interface Settled extends RefreshedRevision {
  readonly renewal: RenewedFindings
  readonly known: KnownFlaws
}

/** Returns a revision's new result, or undefined if nothing changed. */
function renewed(
  revision: AffectedRevision,
  stored: readonly RegistryFinding[],
  word: unknown,
  { flawsOf, dates, now }: Settling,
): Settled | undefined {
  const known = flawsOf(revision.digest)
  const seen = new Map(stored.map(({ finding, firstSeenAt }) => [finding.fingerprint, firstSeenAt]))
  const renewal = renewFindings(
    stored.map(({ finding }) => finding),
    { ...known, now },
  )
  if (renewal.isSame && isOfFindings(revision, renewal.findings)) return undefined
  const list = withWord(renewal, word, revision.scannedAt)
  const findings = list.map((finding) => ({
    finding,
    firstSeenAt: seen.get(renewal.renamed.get(finding.fingerprint) ?? finding.fingerprint) ?? finding.firstSeenAt,
  }))
  const results = resultsOf(revision.results, list)
  const { securityScore, grade, method, vulnerabilities } = results
  const before = revision.isShown ? (revision.server.securityScore ?? securityScore) : revision.results.securityScore
  return {
    revision,
    renewal,
    known,
    findings,
    revised: {
      sourceId: revision.sourceId,
      revision: revision.revision,
      results,
      scoreBasis: scoreBasisOf(list),
      advisoryDate: laterDates(revision.advisoryDate, dates),
      findings: revision.isShown ? null : findings,
    },
    server: {
      id: revision.server.id,
      securityScore,
      grade,
      method,
      vulnerabilities,
      suppressed: list.filter(({ suppression }) => suppression).length,
    },
    effects: effectsOf(renewal, known.summaries, {
      scoreBefore: before,
      scoreAfter: securityScore,
      serverId: revision.server.id,
    }),
  }
}

/** Marks findings suppressed by the project. They still count. */
function withWord({ findings, opened }: RenewedFindings, word: unknown, scannedAt: Date): readonly Finding[] {
  if (opened.length === 0 || word === undefined) return findings
  const suppressed = new Map(
    withSuppressions(opened, word, scannedAt).map(({ fingerprint, suppression }) => [fingerprint, suppression]),
  )
  return findings.map((finding) => {
    const suppression = suppressed.get(finding.fingerprint)
    return suppression ? { ...finding, suppression } : finding
  })
}

/**
 * Reports whether a revision's result matches these findings. Returns true for a result with another formula version,
 * because rescoring updates it anyway.
 */
function isOfFindings({ results }: AffectedRevision, findings: readonly Finding[]): boolean {
  return results.method !== scoringMethod || isDeepStrictEqual(resultsOf(results, findings), results)
}

function rematchedServer(
  { revision, renewal, known, server }: Settled,
  last:
    | {
        readonly number: number
        readonly version: string
        readonly method: string
        readonly securityScore: number
        readonly vulnerabilities: ScanResults['vulnerabilities']
      }
    | undefined,
  { causes, now }: Settling,
): RematchedServer {
  const rated = { version: revision.revision, scanId: revision.scanId }
  const { securityScore, grade, method, vulnerabilities } = server
  // If the stored result did not match the stored findings, the change is not attributed to advisories.
  const cause = renewal.isSame ? 'rules' : (causes.get(revision.digest) ?? 'advisory')
  const isSame =
    last &&
    last.version === revision.revision &&
    last.method === method &&
    last.securityScore === securityScore &&
    Object.entries(vulnerabilities).every(
      ([severity, count]) => last.vulnerabilities[severity as keyof typeof vulnerabilities] === count,
    )
  const { id, slug, name } = revision.server
  return {
    server: { id, slug, name },
    scanId: revision.scanId,
    url: revision.url,
    at: now,
    scannedAt: revision.scannedAt,
    findings: renewal.findings,
    before: {
      ...rated,
      securityScore: revision.server.securityScore ?? securityScore,
      grade: revision.server.grade ?? grade,
      method: revision.server.method ?? method,
    },
    after: { ...rated, securityScore, grade, method },
    cause,
    advisories: cause === 'advisory' ? advisoriesOf(renewal) : [],
    opened: flawsOfFindings(renewal.opened, known.summaries),
    escalated: flawsOfFindings(renewal.escalated, known.summaries),
    point: isSame ? undefined : (last?.number ?? 0) + 1,
  }
}
