import type { QueueShare } from '../db/scans/queue.ts'
import { registryAccount } from '../../engine/model/registry-account.ts'

/** Account with scans in the queue. */
interface QueuedAccount {
  readonly accountId: string
  waiting: number
  running: number
  readonly lastStartedAt: number | null
  readonly oldestAt: number | null
}

/**
 * Returns how many waiting scans of each account start before one waiting scan of `accountId`, if no more scans arrive.
 * `ownBefore` is the number of earlier waiting scans in the same account. Each start goes to the account with the
 * fewest running scans, so accounts take turns. A scan's round is its account's number of running scans plus earlier
 * waiting scans. Registry scans come last.
 */
export function startsBefore(
  shares: readonly QueueShare[],
  { accountId, ownBefore }: { accountId: string; ownBefore: number },
): Map<string, number> {
  const accounts = accountsOf(shares)
  const own = accounts.get(accountId)
  const round = (own?.running ?? 0) + ownBefore
  const before = new Map<string, number>()
  for (const other of accounts.values()) {
    if (other.accountId === accountId || other.accountId === registryAccount.id) continue
    if (accountId === registryAccount.id) {
      before.set(other.accountId, other.waiting)
      continue
    }
    const earlierRounds = Math.max(0, round - other.running)
    const sameRound = round >= other.running && other.waiting > earlierRounds && isSooner(other, own) ? 1 : 0
    before.set(other.accountId, Math.min(other.waiting, earlierRounds) + sameRound)
  }
  before.set(accountId, ownBefore)
  return before
}

function accountsOf(shares: readonly QueueShare[]): Map<string, QueuedAccount> {
  const accounts = new Map<string, QueuedAccount>()
  for (const { accountId, waiting, running, lastStartedAt, oldestAt } of shares) {
    const known = accounts.get(accountId)
    if (!known) accounts.set(accountId, { accountId, waiting, running, lastStartedAt, oldestAt })
    else {
      known.waiting += waiting
      known.running += running
    }
  }
  return accounts
}

/**
 * Reports whether one account starts before another within a round. The account with more running scans does: its last
 * start is longer ago, because it waited until the other account caught up. On a tie, an account without waiting scans
 * comes last.
 */
function isSooner(one: QueuedAccount, other: QueuedAccount | undefined): boolean {
  if (one.running !== (other?.running ?? 0)) return one.running > (other?.running ?? 0)
  if (!other || other.oldestAt === null) return true
  const [first, second] = [one.lastStartedAt ?? -Infinity, other.lastStartedAt ?? -Infinity]
  if (first !== second) return first < second
  if (one.oldestAt !== other.oldestAt) return (one.oldestAt ?? Infinity) < other.oldestAt
  return one.accountId < other.accountId
}
