import type { Database } from '../../db/client.ts'
import { type AdvisoryEffect, keepEffects } from '../../db/rematching/keep-effects.ts'
import { changeFindingsOfServers, type PlacedFinding } from '../../db/rematching/server-findings.ts'
import { insertPoints } from '../../db/rematching/history-points.ts'
import {
  type AffectedRevision,
  type RescoredRevision,
  type RescoredServer,
  updateRescoredRevisions,
  updateRescoredServers,
} from '../../db/rematching/servers.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { RematchedServer } from './announce-rematch.ts'
import { placeFindings } from './place-findings.ts'

/** Revision with a new result. */
export interface RefreshedRevision {
  readonly revision: AffectedRevision
  readonly findings: readonly RegistryFinding[]
  readonly revised: RescoredRevision
  /** New result of the server, if it shows the revision. */
  readonly server: Omit<RescoredServer, 'points'>
  readonly effects: readonly AdvisoryEffect[]
}

interface Results {
  readonly revisions: readonly RefreshedRevision[]
  /** The revisions that their servers show. */
  readonly servers: readonly (RefreshedRevision & { readonly rematched: RematchedServer })[]
  /** Stored findings of these servers. */
  readonly stored: ReadonlyMap<string, readonly PlacedFinding[]>
  readonly now: Date
}

/** Stores new results of revisions and of the servers that show them, with one statement per table. */
export async function storeResults(tx: Database, { revisions, servers, stored, now }: Results): Promise<void> {
  await updateRescoredRevisions(
    tx,
    revisions.map(({ revised }) => revised),
  )
  await updateRescoredServers(
    tx,
    servers.map(({ server, rematched: { point } }) => ({ ...server, points: point === undefined ? 0 : 1 })),
    now,
  )
  await changeFindingsOfServers(
    tx,
    servers.map(({ server: { id }, findings }) => ({ serverId: id, ...placeFindings(stored.get(id) ?? [], findings) })),
  )
  await insertPoints(
    tx,
    servers.flatMap(({ revision, server, rematched: { point, cause, advisories } }) =>
      point === undefined
        ? []
        : [
            {
              serverId: server.id,
              number: point,
              scanId: revision.scanId,
              scannedAt: revision.scannedAt,
              securityScore: server.securityScore,
              grade: server.grade,
              vulnerabilities: server.vulnerabilities,
              version: revision.revision,
              cause,
              method: server.method,
              advisories: [...advisories],
              changedAt: now,
            },
          ],
    ),
  )
  await keepEffects(
    tx,
    servers.flatMap(({ effects }) => effects),
    now,
  )
}
