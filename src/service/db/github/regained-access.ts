import { and, asc, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { PlacedCheck } from './checks.ts'
import { githubChecks } from './checks-schema.ts'
import { githubInstallations, githubRepositories } from './installations-schema.ts'
import type { GithubRepository } from './repositories.ts'

type Installation = Pick<GithubRepository, 'host' | 'installationId'>

const ofInstallation = (db: Database, { host, installationId }: Installation) =>
  and(
    eq(githubChecks.host, host),
    inArray(
      githubChecks.repositoryId,
      db
        .select({ id: githubRepositories.repositoryId })
        .from(githubRepositories)
        .where(and(eq(githubRepositories.host, host), eq(githubRepositories.installationId, installationId))),
    ),
  )

/** Schedules an installation's rejected open checks for immediate retry, because the app has access again. */
export async function forgetRefusals(db: Database, installation: Installation): Promise<void> {
  await db
    .update(githubChecks)
    .set({ refusals: 0, retryAt: null, changedAt: new Date(0) })
    .where(and(isNull(githubChecks.concludedAt), ofInstallation(db, installation)))
}

/**
 * Takes an installation's newest checks that were abandoned because GitHub rejected them for a day. Clears the
 * rejections, and locks the checks until the transaction ends.
 */
export async function takeChecksRefusedForGood(
  tx: Database,
  { most, ...installation }: Installation & { readonly most: number },
): Promise<string[]> {
  const refused = await tx
    .select({ id: githubChecks.id })
    .from(githubChecks)
    .where(and(isNotNull(githubChecks.concludedAt), gt(githubChecks.refusals, 0), ofInstallation(tx, installation)))
    .orderBy(desc(githubChecks.createdAt))
    .limit(most)
    .for('update', { skipLocked: true })
  const ids = refused.map(({ id }) => id)
  if (ids.length > 0)
    await tx.update(githubChecks).set({ refusals: 0, endedBecause: null }).where(inArray(githubChecks.id, ids))
  return ids
}

/** Lists an installation's repositories with IDs above `after`, by ID. */
export async function listRepositoriesOfInstallation(
  db: Database,
  { host, installationId, after, most }: Installation & { readonly after: number; readonly most: number },
): Promise<(Pick<PlacedCheck, 'installation'> & { readonly repository: GithubRepository })[]> {
  return db
    .select({ repository: githubRepositories, installation: githubInstallations })
    .from(githubRepositories)
    .leftJoin(
      githubInstallations,
      and(
        eq(githubInstallations.host, githubRepositories.host),
        eq(githubInstallations.installationId, githubRepositories.installationId),
      ),
    )
    .where(
      and(
        eq(githubRepositories.host, host),
        eq(githubRepositories.installationId, installationId),
        gt(githubRepositories.repositoryId, after),
      ),
    )
    .orderBy(asc(githubRepositories.repositoryId))
    .limit(most)
}
