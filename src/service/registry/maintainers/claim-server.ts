import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import {
  type ClaimRow,
  countClaims,
  findClaim,
  insertClaim,
  listClaimedSources,
  updateClaim,
} from '../../db/registry/claims.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import { maintainerLimits } from './maintainer-limits.ts'
import { findInstalledSource } from './installed-claim.ts'

/**
 * Creates a claim that an account maintains a server. The claim is valid after it is proven, or immediately if an
 * installation of the GitHub App proves it. A repeated claim returns the existing one with the same token.
 */
export async function claimServer(
  db: Database,
  {
    accountId,
    server,
    now,
  }: { readonly accountId: string; readonly server: Pick<RegistryServerRow, 'id' | 'sourceType'>; readonly now: Date },
): Promise<ClaimRow | 'too many'> {
  const known = await findClaim(db, server.id, accountId)
  if (!known && (await countClaims(db, accountId)) >= maintainerLimits.maxClaimsPerAccount) return 'too many'
  const claim =
    known ??
    (await insertClaim(db, {
      id: randomUUID(),
      serverId: server.id,
      accountId,
      method: 'file',
      token: newClaimToken(),
      createdAt: now,
    }))
  if (claim.verifiedAt && !claim.revokedAt) return claim
  const installed = await findInstalledSource(db, accountId, await listClaimedSources(db, server))
  if (!installed) return claim
  return (
    (await updateClaim(db, claim.id, {
      method: 'installation',
      ...installed,
      ...shownAt(now),
      nextCheckAt: new Date(now.getTime() + maintainerLimits.retryDelayMs),
    })) ?? claim
  )
}

/** Returns the state of a newly proven claim. */
export function shownAt(now: Date) {
  return { verifiedAt: now, checkedAt: now, failure: null, revokedAt: null } as const
}

/** Creates a token whose prefix explains it to readers of the repository. */
function newClaimToken(): string {
  return `assay-claim-${randomBytes(24).toString('base64url')}`
}
