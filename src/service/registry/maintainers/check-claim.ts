import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import {
  type ClaimChange,
  type ClaimOfServer,
  findClaimById,
  listClaimedSources,
  takeDueClaims,
  updateClaim,
} from '../../db/registry/claims.ts'
import { maintainerLimits } from './maintainer-limits.ts'
import type { Queue } from '../../queue/queue.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import { shownAt } from './claim-server.ts'
import { findInstalledSource, type InstalledOwner } from './installed-claim.ts'
import { type ClaimedSource, lookForClaim } from './look-for-claim.ts'

export interface ClaimCheckContext {
  readonly db: Database
  /** Access to sources. Must have no credentials, because the proof of a claim must be public. */
  readonly sources: SourceReach
  readonly log: Pick<Logger, 'info'>
}

export const recheckClaimsCron = '*/20 * * * *'

/**
 * Job handler: enqueues checks of claims whose last check is too old. If a check does not run, its claim becomes due
 * again soon.
 */
export async function recheckClaims(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  now: Date,
): Promise<void> {
  const { retryDelayMs: retryMs, maxChecksPerRun: rechecksAtOnce } = maintainerLimits
  for (const claimId of await takeDueClaims(db, {
    now,
    again: new Date(now.getTime() + retryMs),
    limit: rechecksAtOnce,
  }))
    await requestClaimCheck({ queue }, db, claimId)
}

/** Enqueues a check of a claim in `tx`. Each claim has at most one queued check. */
export async function requestClaimCheck(
  { queue }: { readonly queue: Pick<Queue, 'enqueue'> },
  tx: Database,
  claimId: string,
): Promise<void> {
  await queue.enqueue(tx, 'check-claim', { claimId }, { key: claimId })
}

/**
 * Job handler: checks whether a claim is still valid, and revokes it if it is not. If the check is temporarily not
 * possible, the claim does not change and is checked again.
 */
export async function checkClaim(
  { db, sources, log }: ClaimCheckContext,
  { claimId }: { readonly claimId: string },
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  const found = await findClaimById(db, claimId)
  if (!found) return
  const places = await listClaimedSources(db, found.server)
  const change =
    (await byInstallation(db, found, places, now)) ?? (await byFile(sources, found, places, { now, signal }))
  await updateClaim(db, claimId, change)
  if (change.revokedAt) log.info({ claimId, server: found.server.slug, reason: change.failure }, 'claim revoked')
}

/**
 * Returns the claim's new state if an installation of the GitHub App proves the claim, or undefined otherwise. If the
 * repository moved to another owner, the claim must be made again.
 */
async function byInstallation(
  db: Database,
  { claim }: ClaimOfServer,
  places: readonly ClaimedSource[],
  now: Date,
): Promise<ClaimChange | undefined> {
  const installed = await findInstalledSource(db, claim.accountId, places)
  if (!installed || isOfAnotherOwner(claim, installed)) return undefined
  return {
    method: 'installation',
    ...installed,
    ...shownAt(now),
    verifiedAt: holds(claim) ? claim.verifiedAt : now,
    nextCheckAt: new Date(now.getTime() + maintainerLimits.retryDelayMs),
  }
}

function isOfAnotherOwner(
  { method, githubHost, githubOwnerId }: ClaimOfServer['claim'],
  installed: InstalledOwner,
): boolean {
  return (
    method === 'installation' &&
    githubOwnerId !== null &&
    (githubOwnerId !== installed.githubOwnerId || githubHost !== installed.githubHost)
  )
}

async function byFile(
  sources: SourceReach,
  { claim }: ClaimOfServer,
  places: readonly ClaimedSource[],
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<ClaimChange> {
  const { recheckIntervalMs: recheckMs, retryDelayMs: retryMs } = maintainerLimits
  const sight = await lookForClaim(sources, places, { token: claim.token, signal })
  const isHeld = holds(claim)
  if (sight.outcome === 'shown')
    return {
      method: 'file',
      ...shownAt(now),
      verifiedAt: isHeld ? claim.verifiedAt : now,
      nextCheckAt: new Date(now.getTime() + recheckMs),
    }
  const failure = sight.says.slice(0, maintainerLimits.maxReviewCharacters)
  if (sight.outcome === 'unreachable')
    return { checkedAt: now, failure, nextCheckAt: isHeld ? new Date(now.getTime() + retryMs) : null }
  return { checkedAt: now, failure, nextCheckAt: null, ...(isHeld && { revokedAt: now }) }
}

function holds({ verifiedAt, revokedAt }: ClaimOfServer['claim']): boolean {
  return verifiedAt !== null && revokedAt === null
}
