import type { Database } from '../../db/client.ts'
import {
  type EntryRow,
  findEntry,
  listEntryFindings,
  replaceEntryFindings,
  updateEntry,
} from '../../db/registry/entries.ts'
import { findRevision, keepRevisionFindings, type RevisionRow } from '../../db/registry/revisions.ts'
import { listSourcesOfServer, type SourceRow } from '../../db/registry/sources.ts'
import { replaceTools } from '../../db/registry/tools.ts'
import { repositoryAddress } from '../../../engine/project-facts/repository-address.ts'
import { currentFormula, rescoreServer } from '../rescoring/rescore-servers.ts'
import type { AnnounceServerChange } from './announce-server-change.ts'
import { type OverwrittenRevision, showRevision } from './show-revision.ts'

/**
 * Rank by source type, lowest first. A package ranks before the repository that it is built from, because users install
 * the package.
 */
const ranks: Readonly<Record<SourceRow['type'], number>> = { npm: 0, pypi: 1, git: 2 }

/**
 * Updates a server from its sources: its names, and the score, findings, and tools of the first source by rank whose
 * current revision was scanned completely. If no such source exists, the server keeps its result, unless the result
 * belongs to another server's source.
 */
export async function refreshServer(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  serverId: string,
  { now, overwritten }: { readonly now: Date; readonly overwritten?: OverwrittenRevision | undefined },
): Promise<void> {
  const server = await findEntry(tx, serverId)
  if (!server || server.mergedInto !== null) return
  const sources = (await listSourcesOfServer(tx, serverId)).toSorted(
    (one, other) => ranks[one.type] - ranks[other.type] || one.createdAt.getTime() - other.createdAt.getTime(),
  )
  const shown = sources.filter(({ goneAt }) => goneAt === null)
  await updateEntry(tx, serverId, {
    ...identityOf(shown.length > 0 ? shown : sources),
    hiddenAt: shown.length > 0 ? null : (server.hiddenAt ?? now),
    updatedAt: now,
  })
  for (const source of shown) {
    if (source.currentRevision === null) continue
    const revision = await findRevision(tx, source.id, source.currentRevision)
    // The server keeps its result until the new revision of the same source is scanned completely.
    const isShown =
      server.version !== null && (await findRevision(tx, source.id, server.version))?.scanId === server.scanId
    if (!revision && isShown) return
    if (!revision) continue
    if (revision.scanId === server.scanId) return
    if (!revision.findings) continue
    const scored = await scoredAlike(context, tx, server, revision, now)
    await keepDisplaced(
      tx,
      scored,
      sources.filter(({ id }) => id !== source.id),
    )
    await showRevision(context, tx, { server: scored, sources, source, revision, now, overwritten })
    return
  }
  const isOwn = await Promise.all(
    sources.map(
      async ({ id }) =>
        server.version !== null && (await findRevision(tx, id, server.version))?.scanId === server.scanId,
    ),
  )
  if (server.scanId !== null && !isOwn.includes(true) && overwritten?.row.scanId !== server.scanId)
    await showNothing(tx, serverId)
}

/**
 * Rescores the server's shown result if the following revision uses the current formula, so that a formula change is
 * never attributed to the code.
 */
async function scoredAlike(
  context: { readonly announceServerChange: AnnounceServerChange },
  tx: Database,
  server: EntryRow,
  { results }: RevisionRow,
  now: Date,
): Promise<EntryRow> {
  if (server.method === results.method || results.method !== currentFormula.method) return server
  const isRescored = await rescoreServer(context, tx, { serverId: server.id, formula: currentFormula, now })
  return (isRescored ? await findEntry(tx, server.id) : undefined) ?? server
}

/** Stores the previously shown source's findings with its revision, in case it is shown again. */
async function keepDisplaced(tx: Database, server: EntryRow, others: readonly SourceRow[]): Promise<void> {
  if (server.version === null) return
  for (const { id } of others) {
    const revision = await findRevision(tx, id, server.version)
    if (revision?.scanId === server.scanId)
      await keepRevisionFindings(tx, revision, await listEntryFindings(tx, server.id))
  }
}

/** Removes the shown result, because it belongs to a source that is now part of another server. */
async function showNothing(tx: Database, serverId: string): Promise<void> {
  await updateEntry(tx, serverId, {
    securityScore: null,
    grade: null,
    method: null,
    version: null,
    scanId: null,
    lastScannedAt: null,
    critical: 0,
    high: 0,
    medium: 0,
    low: 0,
    info: 0,
    suppressed: 0,
    toolsHash: null,
  })
  await replaceEntryFindings(tx, serverId, [])
  await replaceTools(tx, serverId, [])
}

/**
 * Returns a server's names from its sources. The repository must be joined, or named by a verified attestation, because
 * a package alone can name another project's repository.
 */
function identityOf(sources: readonly SourceRow[]): Partial<EntryRow> {
  const first = sources[0]
  if (!first) return {}
  const of = (type: SourceRow['type']) => sources.find((source) => source.type === type)
  const attested = sources
    .map(({ declares }) => declares.provenance && repositoryAddress(declares.provenance.repository)?.url)
    .find((url) => url !== undefined)
  return {
    description: (sources.map(({ declares }) => declares.facts.description).find((text) => text !== undefined) ?? '')
      .toWellFormed()
      .replaceAll('\0', ''),
    repositoryUrl: of('git')?.canonicalUrl ?? attested ?? '',
    npmPackage: of('npm')?.name ?? '',
    pypiPackage: of('pypi')?.name ?? '',
    sourceType: first.type,
  }
}
