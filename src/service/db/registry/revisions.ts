import { and, eq } from 'drizzle-orm'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { Database } from '../client.ts'
import { registryRevisions } from './servers-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type RevisionRow = typeof registryRevisions.$inferSelect

export async function findRevision(db: Database, sourceId: string, revision: string): Promise<RevisionRow | undefined> {
  const [row] = await db
    .select()
    .from(registryRevisions)
    .where(and(eq(registryRevisions.sourceId, sourceId), eq(registryRevisions.revision, revision)))
  return row
}

/** Stores a revision's scan result. Replaces an earlier one. */
export async function keepRevision(db: Database, revision: typeof registryRevisions.$inferInsert): Promise<void> {
  const row = { ...revision, tools: storableDocument(revision.tools), findings: storableDocument(revision.findings) }
  await db
    .insert(registryRevisions)
    .values(row)
    .onConflictDoUpdate({ target: [registryRevisions.sourceId, registryRevisions.revision], set: row })
}

/** Stores a revision's findings, or removes them if they are stored elsewhere. */
export async function keepRevisionFindings(
  db: Database,
  { sourceId, revision }: Pick<RevisionRow, 'sourceId' | 'revision'>,
  findings: readonly RegistryFinding[] | null,
): Promise<void> {
  await db
    .update(registryRevisions)
    .set({ findings: storableDocument(findings) })
    .where(and(eq(registryRevisions.sourceId, sourceId), eq(registryRevisions.revision, revision)))
}

/** Replaces a revision's counts and scores. */
export async function keepRevisionResults(
  db: Database,
  { sourceId, revision }: Pick<RevisionRow, 'sourceId' | 'revision'>,
  results: RevisionRow['results'],
): Promise<void> {
  await db
    .update(registryRevisions)
    .set({ results })
    .where(and(eq(registryRevisions.sourceId, sourceId), eq(registryRevisions.revision, revision)))
}
