import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Grade } from '../../../engine/model/score.ts'
import type { ScanStatus } from '../../../engine/model/scan.ts'
import { severities, type SeverityCounts } from '../../../engine/model/severity.ts'
import type { Database } from '../client.ts'
import { findings, scans } from '../scans/schema.ts'
import type { GithubCheck } from './checks.ts'
import { githubChecks } from './checks-schema.ts'
import type { GithubComparison } from './comparisons.ts'
import { githubRepositories } from './installations-schema.ts'
import type { GithubInstallation } from './installations.ts'
import type { GithubRepository } from './repositories.ts'
import { githubComparisons } from './schema.ts'

/** Maximum number of pull requests to read per repository. */
const maxPulls = 5

/** Number of newest pushes per repository whose scans can determine its grade. */
const maxPushes = 20

/** Maximum number of completed default branch scans to read per repository. */
const maxGraded = 12

/** Completed default branch scan. */
export interface GradedScan {
  readonly scanId: string
  readonly grade: Grade
  readonly securityScore: number
  /** True if the scan has coverage gaps. */
  readonly isPartial: boolean
  readonly completedAt: Date
}

/** Check run conclusion, as sent to GitHub. */
export interface ConcludedRun {
  /** Undefined if a worker of an earlier version concluded the run, or if GitHub rejected it for a day. */
  readonly conclusion: NonNullable<GithubCheck['conclusion']> | undefined
  /** Number of new findings that made the check fail. */
  readonly failingFindings: number
}

/** Open pull request, its comparison, and its head's check run. */
export interface OpenPull extends Pick<GithubComparison, 'state' | 'baseRef' | 'endedBecause'> {
  readonly pullNumber: number
  /** GitHub's ID of the check run. Undefined until GitHub has created it. */
  readonly checkRunId: number | undefined
  /** Undefined while the check runs. */
  readonly concluded: ConcludedRun | undefined
  /** Undefined before the scan is requested, after it is removed, or if the reader may not read the report. */
  readonly head: { readonly scanId: string; readonly status: ScanStatus; readonly isPartial: boolean } | undefined
  /**
   * Number of findings not in the base, by severity. Undefined if the base was not compared or the scan has not
   * completed.
   */
  readonly newFindings: SeverityCounts | undefined
}

/** Repository, as shown on its organization's page. */
export interface RepositoryOverview extends Pick<GithubRepository, 'repositoryId' | 'name' | 'isPrivate'> {
  /** The most recent completed scans of the default branch, newest first. */
  readonly graded: readonly GradedScan[]
  readonly pulls: readonly OpenPull[]
  readonly openPulls: number
}

type Place = Pick<GithubInstallation, 'host' | 'installationId' | 'accountId'>

/**
 * Returns one page of an installation's repositories by name, and the total.
 *
 * @param readable IDs of the repositories that the reader can read. Undefined for managers of the account, who can read
 * all. Only managers see the results of scans from before a private repository became public: read access now does not
 * prove read access then.
 */
export async function listRepositoryOverviews(
  db: Database,
  place: Place,
  readable: readonly number[] | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly repositories: readonly RepositoryOverview[]; readonly total: number }> {
  const where = readableIn(place, readable)
  const [rows, total] = await Promise.all([
    db
      .select({
        repositoryId: githubRepositories.repositoryId,
        name: githubRepositories.name,
        isPrivate: githubRepositories.isPrivate,
      })
      .from(githubRepositories)
      .where(where)
      .orderBy(sql`lower(${githubRepositories.name})`, githubRepositories.repositoryId)
      .limit(limit)
      .offset(offset),
    countReadableRepositories(db, place, readable),
  ])
  const ids = rows.map(({ repositoryId }) => repositoryId)
  const shown = readable && sql`and (repository.is_private or not scan.is_private)`
  const [graded, pulls] = await Promise.all([listGraded(db, place, ids, shown), listPulls(db, place, ids, shown)])
  return {
    repositories: rows.map((row) => {
      const own = pulls.filter(({ repositoryId }) => repositoryId === row.repositoryId)
      return {
        ...row,
        graded: graded.filter(({ repositoryId }) => repositoryId === row.repositoryId),
        pulls: own,
        openPulls: own[0]?.openPulls ?? 0,
      }
    }),
    total,
  }
}

/** Counts an installation's repositories that the reader can read. Counts all if `readable` is undefined. */
export async function countReadableRepositories(
  db: Database,
  place: Place,
  readable: readonly number[] | undefined,
): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(githubRepositories).where(readableIn(place, readable))
  return counted?.total ?? 0
}

function readableIn({ host, installationId, accountId }: Place, readable: readonly number[] | undefined) {
  return and(
    eq(githubRepositories.host, host),
    eq(githubRepositories.installationId, installationId),
    eq(githubRepositories.accountId, accountId),
    readable && sql`${githubRepositories.repositoryId} = any(${idList(readable)})`,
  )
}

/**
 * Reads the most recent completed scans of each repository's default branch. These are scans of pushes to it, and scans
 * without a commit that the app requested after its installation.
 */
async function listGraded(
  db: Database,
  { host, accountId }: Place,
  ids: readonly number[],
  shown: SQL = sql``,
): Promise<(GradedScan & { readonly repositoryId: number })[]> {
  const rows = await db.execute<{
    repositoryId: string
    scanId: string
    grade: Grade
    securityScore: number
    isPartial: boolean
    completedAt: string
  }>(sql`
    select repository.repository_id as "repositoryId", graded.*
    from ${ofPage(host, accountId, ids)} repository
    cross join lateral (
      select pushed.head_scan_id as id from ${githubComparisons} pushed
      where pushed.host = repository.host and pushed.repository_id = repository.repository_id
      and pushed.pull_number is null and pushed.cause = 'push' and pushed.base_ref = repository.default_branch
      and pushed.head_scan_id is not null
      order by pushed.started_at desc limit ${maxPushes}) candidate
    cross join lateral (${gradedScan(sql`scan.id = candidate.id ${shown}`, accountId)}) graded
    union
    select repository.repository_id, graded.*
    from ${ofPage(host, accountId, ids)} repository
    cross join lateral (${gradedScan(
      sql`scan.github_repository_id = repository.repository_id and scan.target->>'ref' is null ${shown}`,
      accountId,
    )} order by scan.completed_at desc limit ${maxGraded}) graded
    order by "completedAt" desc, "scanId" desc`)
  const perRepository = new Map<number, number>()
  return rows.flatMap(({ repositoryId, completedAt, ...scan }) => {
    const id = Number(repositoryId)
    const place = (perRepository.get(id) ?? 0) + 1
    perRepository.set(id, place)
    return place > maxGraded ? [] : [{ ...scan, repositoryId: id, completedAt: new Date(Number(completedAt)) }]
  })
}

function gradedScan(which: SQL, accountId: string): SQL {
  return sql`
    select scan.id as "scanId", scan.results->>'grade' as grade,
    (scan.results->>'securityScore')::int as "securityScore",
    coalesce((scan.results->>'partial')::boolean, false) as "isPartial",
    (extract(epoch from scan.completed_at) * 1000)::bigint as "completedAt"
    from ${scans} scan where ${which} and scan.account_id = ${accountId} and scan.status = 'completed'
    and scan.results is not null`
}

/** Reads the newest open pull requests of each repository. */
async function listPulls(
  db: Database,
  { host, accountId }: Place,
  ids: readonly number[],
  shown: SQL = sql``,
): Promise<(OpenPull & { readonly repositoryId: number; readonly openPulls: number })[]> {
  const rows = await db.execute<{
    repositoryId: string
    openPulls: string
    pullNumber: number
    state: GithubComparison['state']
    baseRef: string
    endedBecause: string | null
    scanId: string | null
    status: ScanStatus
    isPartial: boolean
    checkRunId: string | null
    isConcluded: boolean
    conclusion: GithubCheck['conclusion']
    failingFindings: number | null
    isCompared: boolean
    hasBase: boolean
  }>(sql`
    select repository.repository_id as "repositoryId", pull."openPulls", pull.pull_number as "pullNumber", pull.state,
    pull.base_ref as "baseRef", coalesce(pull.ended_because, case when checked.conclusion_at
      is distinct from checked.concluded_at then checked.ended_because end) as "endedBecause",
    checked.check_run_id as "checkRunId", checked.concluded_at is not null as "isConcluded",
    case when checked.conclusion_at = checked.concluded_at then checked.conclusion end as conclusion,
    checked.failing_findings as "failingFindings", scan.id as "scanId", scan.status,
    coalesce((scan.results->>'partial')::boolean, false) as "isPartial",
    coalesce(base.status = 'completed', false) as "isCompared",
    pull.base_sha is not null and base.error_code is distinct from 'NOTHING_TO_SCAN' as "hasBase"
    from ${ofPage(host, accountId, ids)} repository
    cross join lateral (
      select opened.*, count(*) over () as "openPulls" from ${githubComparisons} opened
      where opened.host = repository.host and opened.repository_id = repository.repository_id
      and opened.lifecycle = 'open' and opened.cause = 'pull_request' and opened.pull_number is not null
      order by opened.pull_number desc, opened.started_at desc limit ${maxPulls}) pull
    join ${githubChecks} checked on checked.id = pull.check_id
    left join ${scans} scan on scan.id = pull.head_scan_id and scan.account_id = ${accountId} ${shown}
    left join ${scans} base on base.id = pull.base_scan_id and base.account_id = ${accountId}
    order by pull.pull_number desc`)
  const completed = rows.flatMap(({ scanId, status }) => (scanId !== null && status === 'completed' ? [scanId] : []))
  const counts = await countOpen(db, completed)
  return rows.map(
    ({
      repositoryId,
      openPulls,
      scanId,
      status,
      isPartial,
      isCompared,
      hasBase,
      checkRunId,
      isConcluded,
      conclusion,
      failingFindings,
      ...pull
    }) => ({
      ...pull,
      repositoryId: Number(repositoryId),
      openPulls: Number(openPulls),
      checkRunId: checkRunId === null ? undefined : Number(checkRunId),
      concluded: isConcluded
        ? { conclusion: conclusion ?? undefined, failingFindings: failingFindings ?? 0 }
        : undefined,
      head: scanId === null ? undefined : { scanId, status, isPartial },
      newFindings:
        scanId === null || status !== 'completed' || (hasBase && !isCompared)
          ? undefined
          : countsOf((counts.get(scanId) ?? []).filter(({ state }) => !isCompared || state === 'new')),
    }),
  )
}

interface OpenCount {
  readonly state: string
  readonly severity: keyof SeverityCounts
  readonly number: number
}

/** Counts the open findings of some scans by state and severity. */
async function countOpen(db: Database, scanIds: readonly string[]): Promise<Map<string, OpenCount[]>> {
  const counts = new Map<string, OpenCount[]>()
  if (scanIds.length === 0) return counts
  const rows = await db
    .select({ scanId: findings.scanId, state: findings.state, severity: findings.severity, number: count() })
    .from(findings)
    .where(and(inArray(findings.scanId, [...new Set(scanIds)]), inArray(findings.state, ['new', 'existing'])))
    .groupBy(findings.scanId, findings.state, findings.severity)
  for (const { scanId, ...row } of rows) counts.set(scanId, [...(counts.get(scanId) ?? []), row])
  return counts
}

function countsOf(rows: readonly OpenCount[]): SeverityCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 }
  for (const severity of severities)
    for (const row of rows) if (row.severity === severity) counts[severity] += row.number
  return { ...counts, total: severities.reduce((total, severity) => total + counts[severity], 0) }
}

/** Returns a page's repositories as a table expression. A table name must follow. */
function ofPage(host: string, accountId: string, ids: readonly number[]): SQL {
  return sql`(select host, repository_id, default_branch, is_private from ${githubRepositories}
    where host = ${host} and repository_id = any(${idList(ids)}) and account_id = ${accountId})`
}

/** Passes any number of IDs as one parameter. */
function idList(ids: readonly number[]): SQL {
  return sql`${`{${ids.join()}}`}::bigint[]`
}
