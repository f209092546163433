import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubAcceptances } from './acceptances-schema.ts'

type Row = typeof githubAcceptances.$inferSelect

/** An accepted finding of a pull request. */
export interface Acceptance {
  readonly fingerprint: string
  readonly reason: string
  readonly person: string
  readonly expiresAt: Date
}

type Comment = Pick<Row, 'host' | 'repositoryId' | 'pullNumber' | 'commentId'>

/** Stores an acceptance, once per comment. Returns false if the comment is known, also if it was edited or deleted. */
export async function insertAcceptance(
  db: Database,
  acceptance: Comment & Acceptance & { readonly checkId: string; readonly baseRef: string; readonly acceptedAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(githubAcceptances)
    .values({ id: randomUUID(), ...acceptance })
    .onConflictDoNothing({ target: [githubAcceptances.host, githubAcceptances.commentId] })
    .returning({ id: githubAcceptances.id })
  return rows.length > 0
}

const nothing = { fingerprint: null, reason: null, person: null, expiresAt: null, checkId: null, baseRef: null }

/** Ends the acceptance of a comment for good. Returns what it accepted, if anything. */
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
 * Acceptances that apply to a comparison, oldest first: those of its pull request, or of all pull requests into the
 * base branch of a merge queue.
 */
export async function listAcceptances(
  db: Database,
  of: Pick<Row, 'host' | 'repositoryId'> & ({ readonly pullNumber: number } | { readonly baseRef: string }),
  now: Date,
): Promise<Acceptance[]> {
  const rows = await db
    .select()
    .from(githubAcceptances)
    .where(
      and(
        eq(githubAcceptances.host, of.host),
        eq(githubAcceptances.repositoryId, of.repositoryId),
        'pullNumber' in of
          ? eq(githubAcceptances.pullNumber, of.pullNumber)
          : eq(githubAcceptances.baseRef, of.baseRef),
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
