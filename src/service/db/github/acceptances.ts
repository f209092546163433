import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { findings, scans } from '../scans/schema.ts'
import { githubAcceptances } from './acceptances-schema.ts'
import { githubRepositories } from './installations-schema.ts'

type Row = typeof githubAcceptances.$inferSelect

export interface Acceptance {
  readonly fingerprint: string
  readonly reason: string
  readonly person: string
  readonly expiresAt: Date
}

type Comment = Pick<Row, 'host' | 'repositoryId' | 'pullNumber' | 'commentId'>

/**
 * Stores an acceptance, once per comment. Returns false if the comment is already known, even if it was edited or
 * deleted since.
 */
export async function insertAcceptance(
  db: Database,
  acceptance: Comment &
    Acceptance & {
      readonly accountId: string
      readonly checkId: string
      readonly baseRef: string
      readonly acceptedAt: Date
    },
): Promise<boolean> {
  const rows = await db
    .insert(githubAcceptances)
    .values({ id: randomUUID(), ...acceptance })
    .onConflictDoNothing({ target: [githubAcceptances.host, githubAcceptances.commentId] })
    .returning({ id: githubAcceptances.id })
  return rows.length > 0
}

const nothing = {
  accountId: null,
  fingerprint: null,
  reason: null,
  person: null,
  expiresAt: null,
  checkId: null,
  baseRef: null,
}

/** Permanently revokes the acceptance made by a comment. Returns the accepted fingerprint, if any. */
export async function endAcceptance(db: Database, comment: Comment, now: Date): Promise<string | undefined> {
  const [known] = await db
    .select({ fingerprint: githubAcceptances.fingerprint })
    .from(githubAcceptances)
    .where(and(eq(githubAcceptances.host, comment.host), eq(githubAcceptances.commentId, comment.commentId)))
    .for('update')
  await db
    .insert(githubAcceptances)
    .values({ id: randomUUID(), ...comment, acceptedAt: now, ...nothing })
    .onConflictDoUpdate({ target: [githubAcceptances.host, githubAcceptances.commentId], set: nothing })
  return known?.fingerprint ?? undefined
}

/**
 * Returns the acceptances that apply to a comparison, oldest first. For a comparison without a pull request number,
 * these are the acceptances in all pull requests into the base branch. An acceptance does not apply after the pull
 * request gets another base, because the base branch settings decide who may accept a finding. Nor does it apply after
 * the repository moves to another account.
 */
export async function listAcceptances(
  db: Database,
  of: Pick<Row, 'host' | 'repositoryId'> & { readonly baseRef: string; readonly pullNumber?: number },
  now: Date,
): Promise<Acceptance[]> {
  const rows = await db
    .select()
    .from(githubAcceptances)
    .where(
      and(
        eq(githubAcceptances.host, of.host),
        eq(githubAcceptances.repositoryId, of.repositoryId),
        eq(githubAcceptances.baseRef, of.baseRef),
        or(
          isNull(githubAcceptances.accountId),
          sql`${githubAcceptances.accountId} = (select account_id from ${githubRepositories}
            where host = ${of.host} and repository_id = ${of.repositoryId})`,
        ),
        of.pullNumber === undefined ? undefined : eq(githubAcceptances.pullNumber, of.pullNumber),
        isNotNull(githubAcceptances.fingerprint),
        gt(githubAcceptances.expiresAt, now),
      ),
    )
    .orderBy(asc(githubAcceptances.acceptedAt), asc(githubAcceptances.commentId))
  return rows.flatMap(({ fingerprint, reason, person, expiresAt }) =>
    fingerprint === null || reason === null || person === null || expiresAt === null
      ? []
      : [{ fingerprint, reason, person, expiresAt }],
  )
}

/** Acceptance of a finding in a scan. */
export interface AcceptanceOfScan extends Acceptance {
  readonly pullNumber: number
  readonly rule: string
}

/**
 * Returns the acceptances that currently apply to a scan's findings, oldest first. They come from the pull requests
 * whose head is the scanned commit.
 */
export async function listAcceptancesOfScan(
  db: Database,
  { scanId, now, most }: { readonly scanId: string; readonly now: Date; readonly most: number },
): Promise<AcceptanceOfScan[]> {
  const rows = await db.execute<Omit<AcceptanceOfScan, 'expiresAt'> & { expiresAt: string }>(sql`
    select accepted.fingerprint, accepted.reason, accepted.person, accepted.expires_at as "expiresAt",
      accepted.pull_number as "pullNumber", found.rule
    from ${githubAcceptances} accepted
    join (select distinct document->>'fingerprint' as fingerprint, document->>'ruleId' as rule from ${findings}
      where scan_id = ${scanId}) found on found.fingerprint = accepted.fingerprint
    where accepted.expires_at > ${now.toISOString()}
      and (accepted.account_id is null
        or accepted.account_id = (select account_id from ${scans} where id = ${scanId}))
      and exists (select from github_comparisons compared where compared.head_scan_id = ${scanId}
        and compared.host = accepted.host and compared.repository_id = accepted.repository_id
        and compared.pull_number = accepted.pull_number and compared.base_ref = accepted.base_ref)
    order by accepted.accepted_at, accepted.comment_id limit ${most}`)
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: new Date(expiresAt) }))
}

/**
 * Ends and deletes the acceptances in a private repository that the app can no longer access. If an account is given,
 * deletes only those made while the repository belonged to that account. The markers of their comments stay.
 */
export async function forgetAcceptances(
  db: Database,
  { host, repositoryId, accountId }: Pick<Row, 'host' | 'repositoryId'> & { readonly accountId?: string },
): Promise<void> {
  await db
    .update(githubAcceptances)
    .set(nothing)
    .where(
      and(
        eq(githubAcceptances.host, host),
        eq(githubAcceptances.repositoryId, repositoryId),
        accountId === undefined ? undefined : eq(githubAcceptances.accountId, accountId),
      ),
    )
}

/** Number of rows per DELETE. */
const batchRows = 1_000

/** Deletes expired acceptances, and comment markers from before a time. Returns their number. */
export async function removeOldAcceptances(
  db: Database,
  { before, now }: { readonly before: Date; readonly now: Date },
  signal?: AbortSignal,
): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await db.execute(sql`
      delete from ${githubAcceptances} where id in (
        select id from ${githubAcceptances} where accepted_at < ${before.toISOString()}
          and (fingerprint is null or expires_at <= ${now.toISOString()})
        order by accepted_at limit ${batchRows} for update skip locked)
      returning 1`)
    removed += rows.length
    if (rows.length < batchRows || signal?.aborted === true) return removed
  }
}
