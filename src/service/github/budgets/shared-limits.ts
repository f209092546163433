import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import { blockBudget, lockBudget, storeLease } from '../../db/github/budgets.ts'
import {
  createGitHubLimits,
  GitHubLimited,
  type GitHubLimits,
  type Permit,
  type ReportedWindow,
  type RequestKind,
  theApp,
} from '../github-limits.ts'
import { budgetLimits } from './budget-limits.ts'
import { githubHeldBack } from '../metrics.ts'
import { grantLease, isTooFar, maxWritesAtOnce } from './grant-lease.ts'

interface SharedContext {
  readonly db: Database
  readonly log: Logger
  /** GitHub host. IDs of installations are unique per host. */
  readonly host: string
  /** Writes per minute of an installation. Undefined if GitHub does not limit them. */
  readonly writesPerMinute?: number | undefined
}

/** What a process knows about one payer. */
interface Payer {
  /** The rest of the current leases, by priority. */
  readonly pools: Map<number, { requests: number; writes: number; expiresAt: number }>
  readonly leasing: Map<string, Promise<number>>
  window: ReportedWindow | undefined
  /** Number of requests since this window was reported, and of those without a response. */
  unreported: number
  /** Time since which they are counted. */
  countedSince: number
  concurrent: number
  inFlight: number
  readonly waiting: (() => void)[]
  /** Time at which the next refused request of each priority may be repeated. Spreads them. */
  readonly nextTry: Map<number, number>
}

/** Maximum number of payers to remember. */
const maxPayers = 5_000

/**
 * Creates the rate limits of a process that shares them with other processes through the database. The process leases
 * blocks of requests, so most requests need no query. If the database does not respond, requests fail like other work.
 */
export function createSharedLimits(context: SharedContext): GitHubLimits {
  const { db, log, host } = context
  const local = createGitHubLimits()
  const process = randomUUID()
  const payers = new Map<string, Payer>()

  function payerOf(who: string): Payer {
    const known = payers.get(who)
    if (known) return known
    for (const [name, { inFlight, leasing }] of payers)
      if (payers.size >= maxPayers && inFlight === 0 && leasing.size === 0) payers.delete(name)
    const payer: Payer = {
      pools: new Map(),
      leasing: new Map(),
      window: undefined,
      unreported: 0,
      countedSince: performance.now(),
      concurrent: budgetLimits.maxConcurrent,
      inFlight: 0,
      waiting: [],
      nextTry: new Map(),
    }
    payers.set(who, payer)
    return payer
  }

  /** Takes a request from a lease of this or a lower priority. Returns false if all are used up. */
  function take(payer: Payer, { priority, isWrite }: RequestKind): boolean {
    const now = performance.now()
    for (const [of, pool] of [...payer.pools].toSorted(([one], [other]) => other - one)) {
      if (of > priority || pool.expiresAt <= now || pool.requests < 1 || (isWrite && pool.writes < 1)) continue
      pool.requests -= 1
      if (isWrite) pool.writes -= 1
      payer.unreported += 1
      return true
    }
    return false
  }

  /** Leases a block. Returns the milliseconds until the next attempt if nothing was granted. */
  async function lease(who: string, payer: Payer, { priority, isWrite }: RequestKind): Promise<number> {
    const writesPerMinute = who !== theApp ? context.writesPerMinute : undefined
    const pool = payer.pools.get(priority)
    const returnedWrites = pool && pool.expiresAt > performance.now() && writesPerMinute !== undefined ? pool.writes : 0
    payer.pools.delete(priority)
    // During an outage, GitHub reports nothing. The requests since then must not use up the budget after it.
    if (performance.now() - payer.countedSince > budgetLimits.leaseMs) {
      payer.unreported = payer.inFlight
      payer.countedSince = performance.now()
    }
    const granted = await db.transaction(async (tx) => {
      const locked = await lockBudget(tx, `${host} ${who}`, {
        process,
        maxWrites: maxWritesAtOnce(writesPerMinute ?? 1),
      })
      const uncounted = payer.unreported + heldBy(payer)
      const { window } = payer
      const lease = grantLease(locked, { window, uncounted, priority, isWrite, writesPerMinute, returnedWrites })
      await storeLease(tx, lease.budget, {
        process,
        requests: uncounted + lease.requests,
        expiresAt: new Date(locked.now.getTime() + budgetLimits.leaseMs),
      })
      return lease
    })
    payer.concurrent = granted.concurrent
    // A concurrent lease of reads or writes may have ended first.
    const other = payer.pools.get(priority)
    const held = other && other.expiresAt > performance.now() ? other : { requests: 0, writes: 0 }
    payer.pools.set(priority, {
      requests: held.requests + granted.requests,
      writes: held.writes + granted.writes,
      expiresAt: performance.now() + budgetLimits.leaseMs,
    })
    return granted.pauseMs
  }

  /** Throws GitHubLimited for a request that is held back. Each gets another time, so that not all return at once. */
  function refuse(who: string, payer: Payer, { priority, isWrite }: RequestKind, pauseMs: number): never {
    const spacingMs =
      isWrite && context.writesPerMinute !== undefined
        ? (60_000 / context.writesPerMinute) * (budgetLimits.maxConcurrent / payer.concurrent)
        : 50
    const now = Date.now()
    const at = Math.max(
      now + Math.max(pauseMs, budgetLimits.minPauseMs),
      (payer.nextTry.get(priority) ?? 0) + spacingMs,
    )
    payer.nextTry.set(priority, at)
    githubHeldBack.inc({ priority: String(priority) })
    log.debug({ who, priority, isWrite, pauseMs: at - now }, 'GitHub request held back')
    throw new GitHubLimited(new Date(at), { isHeldBack: true })
  }

  async function enter(payer: Payer): Promise<void> {
    while (payer.inFlight >= payer.concurrent)
      await new Promise<void>((resolve) => {
        payer.waiting.push(resolve)
      })
    payer.inFlight += 1
  }

  function leave(payer: Payer): void {
    payer.inFlight -= 1
    payer.waiting.shift()?.()
  }

  return {
    check: local.check,
    async acquire(who, kind): Promise<Permit> {
      local.check(who)
      const payer = payerOf(who)
      while (!take(payer, kind)) {
        const name = `${kind.priority} ${kind.isWrite}`
        const leasing =
          payer.leasing.get(name) ?? lease(who, payer, kind).finally(() => void payer.leasing.delete(name))
        payer.leasing.set(name, leasing)
        const pauseMs = await leasing
        if (pauseMs > 0) {
          if (take(payer, kind)) break
          refuse(who, payer, kind, pauseMs)
        }
      }
      await enter(payer)
      return { [Symbol.dispose]: () => leave(payer) }
    },
    note(who, until) {
      local.note(who, until)
      void blockBudget(db, `${host} ${who}`, Math.max(0, until.getTime() - Date.now())).catch((error: unknown) =>
        log.warn({ err: error, who }, 'GitHub rate limit not stored for other processes'),
      )
    },
    noteWindow(who, window) {
      const payer = payerOf(who)
      const isOlder =
        payer.window !== undefined &&
        !isTooFar(payer.window.resetsAt, new Date()) &&
        (window.resetsAt < payer.window.resetsAt ||
          (window.resetsAt.getTime() === payer.window.resetsAt.getTime() && window.left > payer.window.left))
      if (isOlder) return
      payer.window = window
      payer.unreported = payer.inFlight
      payer.countedSince = performance.now()
    },
  }
}

/** Returns the number of requests in a process's leases. */
function heldBy({ pools }: Payer): number {
  const now = performance.now()
  return [...pools.values()].reduce((sum, { requests, expiresAt }) => sum + (expiresAt > now ? requests : 0), 0)
}
