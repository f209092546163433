import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryRevisions, registryServers, registrySources } from './servers-schema.ts'
import { registryMeasurements, registrySignals } from './tools-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type SignalRow = typeof registrySignals.$inferSelect

/** Returns a server to measure. It may be hidden, but not merged. */
export async function findServerToMeasure(db: Database, id: string) {
  const { name, description, sourceType, status } = registryServers
  const [row] = await db
    .select({ id: registryServers.id, name, description, sourceType, status })
    .from(registryServers)
    .where(and(eq(registryServers.id, id), isNull(registryServers.mergedInto)))
  return row
}

/** Lists a server's sources with the tools found by the current revision's scan. The scored source comes first. */
export async function listMeasuredSources(db: Database, serverId: string) {
  const { type, canonicalUrl, folder, name, declares } = registrySources
  return db
    .select({
      type,
      canonicalUrl,
      folder,
      name,
      declares,
      isGone: sql<boolean>`${registrySources.goneAt} is not null`,
      tools: registryRevisions.tools,
      scannedAt: registryRevisions.scannedAt,
    })
    .from(registrySources)
    .innerJoin(registryServers, eq(registryServers.id, registrySources.serverId))
    .leftJoin(
      registryRevisions,
      and(
        eq(registryRevisions.sourceId, registrySources.id),
        eq(registryRevisions.revision, registrySources.currentRevision),
      ),
    )
    .where(eq(registrySources.serverId, serverId))
    .orderBy(sql`${type} <> ${registryServers.sourceType}`, asc(registrySources.createdAt), asc(registrySources.id))
}

export type MeasuredSource = Awaited<ReturnType<typeof listMeasuredSources>>[number]

/** Returns a server's last measured signals. */
export async function listSignals(db: Database, serverId: string): Promise<SignalRow[]> {
  return db
    .select()
    .from(registrySignals)
    .where(eq(registrySignals.serverId, serverId))
    .orderBy(asc(registrySignals.signal))
}

export async function replaceSignals(
  tx: Database,
  serverId: string,
  rows: readonly Omit<SignalRow, 'serverId'>[],
): Promise<void> {
  await tx.delete(registrySignals).where(
    and(
      eq(registrySignals.serverId, serverId),
      notInArray(
        registrySignals.signal,
        rows.map(({ signal }) => signal),
      ),
    ),
  )
  for (const row of rows) {
    const values = { ...row, value: storableDocument(row.value) }
    await tx
      .insert(registrySignals)
      .values({ serverId, ...values })
      .onConflictDoUpdate({ target: [registrySignals.serverId, registrySignals.signal], set: values })
  }
}

/** Server columns changed by a measurement. */
export type MeasuredColumns = Partial<
  Pick<
    typeof registryServers.$inferInsert,
    | 'category'
    | 'language'
    | 'maintenance'
    | 'popularity'
    | 'documentation'
    | 'compatibility'
    | 'quality'
    | 'stars'
    | 'downloads'
    | 'status'
  >
>

/**
 * Stores a measurement, and the time of the next one. If nothing changed, the server keeps its `updatedAt`, which
 * clients use to find changes. `updatedAt` never decreases, even if a scan changed the server during the measurement.
 */
export async function storeMeasurement(
  tx: Database,
  serverId: string,
  columns: MeasuredColumns,
  times: { readonly measuredAt: Date; readonly nextAt: Date },
): Promise<void> {
  const names = (Object.keys(columns) as (keyof MeasuredColumns)[]).filter((name) => columns[name] !== undefined)
  if (names.length > 0) {
    const isOther = or(
      ...names.map(
        (name) => sql`${registryServers[name]} is distinct from ${sql.param(columns[name], registryServers[name])}`,
      ),
    )
    await tx
      .update(registryServers)
      .set({
        ...columns,
        updatedAt: sql`greatest(${registryServers.updatedAt},
          ${sql.param(times.measuredAt, registryServers.updatedAt)})`,
      })
      .where(and(eq(registryServers.id, serverId), isOther))
  }
  await tx
    .insert(registryMeasurements)
    .values({ serverId, ...times })
    .onConflictDoUpdate({ target: registryMeasurements.serverId, set: times })
}

/** Takes servers whose next measurement is due, most overdue first. They become due again at `until`. */
export async function takeDueMeasurements(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ serverId: registryMeasurements.serverId })
      .from(registryMeasurements)
      .where(lte(registryMeasurements.nextAt, now))
      .orderBy(asc(registryMeasurements.nextAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    const ids = due.map(({ serverId }) => serverId)
    if (ids.length > 0)
      await tx.update(registryMeasurements).set({ nextAt: until }).where(inArray(registryMeasurements.serverId, ids))
    return ids
  })
}
