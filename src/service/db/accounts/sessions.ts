import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { PersonRow } from './people.ts'
import { people, sessions } from './people-schema.ts'

const { tokenHash: _, ...shownColumns } = getTableColumns(sessions)

/** Session without its token hash. */
export type SessionRow = Omit<typeof sessions.$inferSelect, 'tokenHash'>

/** Session and its user. The user is null if the session was started with a link. */
export interface FoundSession {
  readonly session: SessionRow
  readonly person: PersonRow | null
}

/** Owner of sessions: a user, or an account if the sessions were started with links. */
export type SessionOwner = { readonly personId: string } | { readonly accountId: string }

/** Bounds of a valid session. It was last used after `usedSince` and ends after `now`. */
export interface SessionBounds {
  readonly usedSince: Date
  readonly now: Date
}

export async function insertSession(db: Database, session: typeof sessions.$inferInsert): Promise<SessionRow> {
  const [row] = await db.insert(sessions).values(session).returning(shownColumns)
  if (!row) throw new Error('the new session was not returned')
  return row
}

/** Returns the valid session with this token hash. */
export async function findSession(
  db: Database,
  tokenHash: Buffer,
  bounds: SessionBounds,
): Promise<FoundSession | undefined> {
  const [row] = await db
    .select({ session: shownColumns, person: people })
    .from(sessions)
    .leftJoin(people, eq(people.id, sessions.personId))
    .where(and(eq(sessions.tokenHash, tokenHash), holds(bounds)))
  return row
}

export async function updateSession(
  db: Database,
  id: string,
  change: Partial<Pick<SessionRow, 'accountId' | 'seenAt' | 'askedAt' | 'managedAccounts'>>,
): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id))
}

/** Lists the valid sessions of an owner, newest first. */
export async function listSessions(db: Database, owner: SessionOwner, bounds: SessionBounds): Promise<SessionRow[]> {
  return db
    .select(shownColumns)
    .from(sessions)
    .where(and(ownedBy(owner), holds(bounds)))
    .orderBy(desc(sessions.createdAt), sessions.id)
}

/** Ends a session of this owner and returns it. Returns undefined if it does not exist. */
export async function removeSession(db: Database, owner: SessionOwner, id: string): Promise<SessionRow | undefined> {
  const [removed] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), ownedBy(owner)))
    .returning(shownColumns)
  return removed
}

/** Ends all sessions of an owner except the newest, and returns them. */
export async function removeOlderSessions(db: Database, owner: SessionOwner, most: number): Promise<SessionRow[]> {
  const older = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(ownedBy(owner))
    .orderBy(desc(sessions.createdAt), sessions.id)
    .offset(most)
  return db.delete(sessions).where(inArray(sessions.id, older)).returning(shownColumns)
}

export async function removeEndedSessions(db: Database, { usedSince, now }: SessionBounds): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.endsAt, now), lte(sessions.seenAt, usedSince)))
}

function holds({ usedSince, now }: SessionBounds) {
  return and(gt(sessions.endsAt, now), gt(sessions.seenAt, usedSince))
}

function ownedBy(owner: SessionOwner) {
  return 'personId' in owner
    ? eq(sessions.personId, owner.personId)
    : and(eq(sessions.accountId, owner.accountId), isNull(sessions.personId))
}
