import type { Database } from '../../db/client.ts'
import {
  type AdvisoryEffect,
  type AffectedRevision,
  insertPoints,
  keepEffects,
  replaceFindingsOfServers,
  type RescoredRevision,
  type RescoredServer,
  updateRescoredRevisions,
  updateRescoredServers,
} from '../../db/rematching/servers.ts'
import type { RegistryFinding } from '../../../engine/model/registry-finding.ts'
import type { RematchedServer } from './announce-rematch.ts'

/** Revision with a new result. */
export interface RefreshedRevision {
  readonly revision: AffectedRevision
  readonly findings: readonly RegistryFinding[]
  readonly revised: RescoredRevision
  /** New result of the server, if it shows the revision. */
  readonly server: RescoredServer
  readonly effects: readonly AdvisoryEffect[]
}

interface Results {
  readonly revisions: readonly RefreshedRevision[]
  /** The revisions that their servers show. */
  readonly servers: readonly (RefreshedRevision & { readonly rematched: RematchedServer })[]
  readonly now: Date
}

/** Stores new results of revisions and of the servers that show them, with one statement per table. */
export async function storeResults(tx: Database, { revisions, servers, now }: Results): Promise<void> {
  await updateRescoredRevisions(
    tx,
    revisions.map(({ revised }) => revised),
  )
  await updateRescoredServers(
    tx,
    servers.map(({ server }) => server),
    now,
  )
  await replaceFindingsOfServers(
    tx,
    servers.map(({ server: { id }, findings }) => ({ id, findings })),
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
