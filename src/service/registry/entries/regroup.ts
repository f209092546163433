import type { Database } from '../../db/client.ts'
import { findEntry, listEntryFindings, updateEntry } from '../../db/registry/entries.ts'
import { findRevision, keepRevisionFindings } from '../../db/registry/revisions.ts'
import { listSourcesAtHome, type SourceAtHome, type SourceRow, updateSource } from '../../db/registry/sources.ts'
import { packagePageUrl } from '../../../engine/sources/package-naming.ts'
import { groupSources } from './groups.ts'
import { repositoryAddress } from '../../../engine/project-facts/repository-address.ts'

/**
 * Joins a source with other sources of the same server, and separates sources that no longer match. The server that was
 * created for a joined source redirects to the oldest server, and gets the source back after a separation. Returns the
 * servers whose sources changed, and the source's server.
 */
export async function regroup(_context: unknown, tx: Database, source: SourceRow, now: Date): Promise<string[]> {
  const candidates = await listSourcesAtHome(tx, { serverIds: [source.serverId], canonicalUrls: neighboursOf(source) })
  // Includes all sources of each candidate's server.
  const sources = await listSourcesAtHome(tx, {
    serverIds: [...new Set(candidates.map(({ serverId }) => serverId))],
    canonicalUrls: [],
  })
  const byId = new Map(sources.map((one) => [one.id, one]))
  const changed = new Set<string>()
  const groups = groupSources(sources)
  for (const { serverId, members } of groups) {
    for (const { sourceId } of members) {
      const member = byId.get(sourceId)
      if (!member || member.serverId === serverId) continue
      await keepShownFindings(tx, member)
      changed.add(member.serverId)
      changed.add(serverId)
    }
  }
  for (const { serverId, members } of groups) {
    for (const { sourceId, homeId, joinedBy } of members) {
      const member = byId.get(sourceId)
      if (!member) continue
      const isAtHome = homeId === serverId
      if (member.serverId !== serverId || JSON.stringify(member.joinedBy) !== JSON.stringify(joinedBy ?? null)) {
        await updateSource(tx, sourceId, {
          serverId,
          joinedBy: isAtHome ? null : (joinedBy ?? null),
          joinedFrom: isAtHome ? null : homeId,
          joinedAt: isAtHome ? null : (member.joinedAt ?? now),
        })
      }
      const home = await findEntry(tx, homeId)
      const mergedInto = isAtHome ? null : serverId
      if (home && home.mergedInto !== mergedInto) await updateEntry(tx, homeId, { mergedInto, updatedAt: now })
    }
  }
  const own =
    groups.find(({ members }) => members.some(({ sourceId }) => sourceId === source.id))?.serverId ?? source.serverId
  return [...new Set([...changed, own])]
}

/**
 * Returns the URLs of the sources to join with: the repository that a package names, or the packages whose manifests a
 * repository contains.
 */
function neighboursOf({ type, declares: { facts, provenance } }: SourceRow): string[] {
  if (type === 'git')
    return facts.packages
      .slice(0, 20)
      .filter(({ isPrivate }) => !isPrivate)
      .map(({ ecosystem, name }) => packagePageUrl(ecosystem === 'npm' ? 'npm' : 'pypi', name))
  const attested = provenance && repositoryAddress(provenance.repository)?.url
  return [facts.repository?.url, attested].filter((url) => url !== undefined)
}

/** Stores a shown source's findings with its revision, so that they move with it. */
async function keepShownFindings(tx: Database, source: SourceAtHome): Promise<void> {
  const server = await findEntry(tx, source.serverId)
  if (!server || server.scanId === null || server.version === null) return
  const revision = await findRevision(tx, source.id, server.version)
  if (revision?.scanId !== server.scanId) return
  await keepRevisionFindings(tx, revision, await listEntryFindings(tx, server.id))
}
