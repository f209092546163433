import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubBudgetLeases, githubBudgets } from './budgets-schema.ts'

export type GithubBudget = typeof githubBudgets.$inferSelect

/** A payer's budget, locked until the transaction ends, and what other processes have leased of it. */
export interface LockedBudget {
  readonly budget: GithubBudget
  /** Number of other processes with a lease, and the requests that they may send. */
  readonly others: { readonly processes: number; readonly requests: number }
  /** Time on the database's clock. */
  readonly now: Date
}

/** Locks the budget of a payer, and creates it if necessary. */
export async function lockBudget(
  tx: Database,
  payer: string,
  { process, maxWrites }: { readonly process: string; readonly maxWrites: number },
): Promise<LockedBudget> {
  const [locked] = await tx.execute<{ budget: Record<string, string | number | null> }>(sql`
    insert into ${githubBudgets} (payer, writes_left, writes_at) values (${payer}, ${maxWrites}, clock_timestamp())
    on conflict (payer) do update set payer = excluded.payer returning to_json(github_budgets) as budget`)
  // A separate statement: one that waits for a lock does not see what was committed in the meantime in other tables.
  const [row] = await tx.execute<{ now: string; processes: number; requests: number }>(sql`
    select count(*)::int as processes, coalesce(sum(requests), 0)::int as requests, clock_timestamp() as now
    from ${githubBudgetLeases} where payer = ${payer} and process <> ${process} and expires_at > clock_timestamp()`)
  if (!locked || !row) throw new Error('the budget was not locked')
  const { blocked_until, request_limit, requests_left, resets_at, writes_left, writes_at } = locked.budget
  return {
    budget: {
      payer,
      blockedUntil: moment(blocked_until),
      requestLimit: request_limit as number | null,
      requestsLeft: requests_left as number | null,
      resetsAt: moment(resets_at),
      writesLeft: Number(writes_left),
      writesAt: moment(writes_at) ?? new Date(0),
    },
    others: { processes: row.processes, requests: row.requests },
    now: new Date(row.now),
  }
}

const moment = (text: string | number | null | undefined) => (typeof text === 'string' ? new Date(text) : null)

/** Stores a locked budget and the lease of a process. */
export async function storeLease(
  tx: Database,
  { payer, ...budget }: GithubBudget,
  lease: { readonly process: string; readonly requests: number; readonly expiresAt: Date },
): Promise<void> {
  await tx.update(githubBudgets).set(budget).where(eq(githubBudgets.payer, payer))
  await tx
    .insert(githubBudgetLeases)
    .values({ payer, ...lease })
    .onConflictDoUpdate({
      target: [githubBudgetLeases.payer, githubBudgetLeases.process],
      set: { requests: lease.requests, expiresAt: lease.expiresAt },
    })
}

/** Records for all processes that GitHub accepts no requests of a payer until a time, counted from now. */
export async function blockBudget(db: Database, payer: string, ms: number): Promise<void> {
  await db.execute(sql`
    insert into ${githubBudgets} (payer, blocked_until, writes_left, writes_at)
    values (${payer}, clock_timestamp() + ${ms} * interval '1 millisecond', 0, clock_timestamp())
    on conflict (payer) do update
    set blocked_until = greatest(github_budgets.blocked_until, excluded.blocked_until)`)
}

/** Deletes budgets and leases that were not used since this time. */
export async function removeOldBudgets(db: Database, before: Date): Promise<void> {
  await db.delete(githubBudgetLeases).where(lt(githubBudgetLeases.expiresAt, before))
  await db.delete(githubBudgets).where(lt(githubBudgets.writesAt, before))
}
