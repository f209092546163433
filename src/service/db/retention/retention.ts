import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { isNewestOfDefaultBranch } from '../rematching/repositories.ts'

/** Position of a walk: the last row read. */
export interface WalkedTo {
  readonly at: string
  readonly id: string
}

/** One step of a walk: the number of deleted rows, and the next position. The position is undefined at the end. */
export interface WalkStep {
  readonly removed: number
  readonly walkedTo: WalkedTo | undefined
}

/**
 * Lists accounts after `after`, by ID, whose oldest scan is older than their plan allows. For accounts in `shortest`,
 * the limit of the `free` plan applies.
 */
export async function accountsWithOldScans(
  db: Database,
  {
    before,
    shortest,
    after,
    limit,
  }: { before: Readonly<Record<string, Date>>; shortest: readonly string[]; after: string | undefined; limit: number },
): Promise<{ id: string; before: Date }[]> {
  const moments = JSON.stringify(before)
  const rows = await db.execute<{ id: string; before: string }>(sql`
    select account.id, term.before from accounts account
      cross join lateral (select (${moments}::jsonb->>case when account.id = any(${sql.param([...shortest])}::uuid[])
      then 'free' else account.plan end)::timestamptz as before) term
    where ${after === undefined ? sql`true` : sql`account.id > ${after}::uuid`}
      and exists (select from scans where scans.account_id = account.id and scans.created_at < term.before)
    order by account.id limit ${limit}`)
  return rows.map(({ id, before }) => ({ id, before: new Date(before) }))
}

/**
 * Deletes some of an account's scans that were submitted and ended before a time, with their findings. Keeps the newest
 * completed scan of each project and of each installed repository's default branch, because the next scan is compared
 * with it. Also keeps the scan that the registry shows for a source's current revision. A project is a URL and a
 * folder.
 */
export async function removeOldScans(
  db: Database,
  { accountId, before, after, limit }: { accountId: string; before: Date; after: WalkedTo | undefined; limit: number },
): Promise<WalkStep> {
  const moment = before.toISOString()
  const [step] = await db.execute<{ removed: number; looked: number; at: string | null; id: string | null }>(sql`
    with page as materialized (
      select id, created_at from scans
      where account_id = ${accountId}::uuid and created_at < ${moment}
      and ${after === undefined ? sql`true` : sql`(created_at, id) > (${after.at}::timestamptz, ${after.id})`}
      order by created_at, id limit ${limit}),
    gone as (
      delete from scans using page where scans.id = page.id and scans.completed_at < ${moment}
      and scans.status in ('completed', 'failed')
        and (scans.status = 'failed' or scans.canonical_url is null or (
          exists (
            select from scans newer
            where newer.account_id = scans.account_id and newer.canonical_url = scans.canonical_url
            and newer.status = 'completed' and newer.id <> scans.id
              and newer.source->>'folder' is not distinct
              from scans.source->>'folder' and (newer.completed_at, newer.id) > (scans.completed_at, scans.id))
          and not exists (
            select from registry_sources source join registry_revisions revision on revision.source_id = source.id
            and revision.revision = source.current_revision
            where source.canonical_url = scans.canonical_url and revision.scan_id = scans.id)
          and not (${isNewestOfDefaultBranch('scans')})))
      returning 1)
    select (select count(*)::int from gone) as removed, (select count(*)::int
    from page) as looked, last.created_at::text as at, last.id
    from (select 1) one left join (select created_at, id from page order by created_at desc, id desc limit 1) last
    on true`)
  return { removed: step?.removed ?? 0, walkedTo: stepEnd(step, limit) }
}

/** Reads the registry's next scan requests, by ID, and deletes those that ended before these times. */
export async function removeEndedIntake(
  db: Database,
  {
    doneBefore,
    failedBefore,
    after,
    limit,
  }: { doneBefore: Date; failedBefore: Date; after: WalkedTo | undefined; limit: number },
): Promise<WalkStep> {
  const [done, failed] = [doneBefore.toISOString(), failedBefore.toISOString()]
  const [step] = await db.execute<{ removed: number; looked: number; at: string | null; id: string | null }>(sql`
    with page as materialized (
      select id, state, scan_id, greatest(created_at, due_at) as at from registry_intake
      where ${after === undefined ? sql`true` : sql`id > ${after.id}::uuid`} order by id limit ${limit}),
    gone as (
      delete from registry_intake old using page where old.id = page.id and old.state = page.state
        and page.at < case page.state when 'done' then ${done}::timestamptz when 'failed' then ${failed}::timestamptz
        end
        and not exists (select from scans where scans.id = page.scan_id
        and coalesce(scans.completed_at, now()) >= ${done}::timestamptz)
      returning 1)
    select (select count(*)::int from gone) as removed, (select count(*)::int
    from page) as looked, last.at::text as at, last.id::text as id
    from (select 1) one left join (select at, id from page order by id desc limit 1) last on true`)
  return { removed: step?.removed ?? 0, walkedTo: stepEnd(step, limit) }
}

function stepEnd(
  step: { looked: number; at: string | null; id: string | null } | undefined,
  limit: number,
): WalkedTo | undefined {
  return step && step.looked === limit && step.at !== null && step.id !== null
    ? { at: step.at, id: step.id }
    : undefined
}
