import { findRegistryApiServer, type RegistryApiServer, listPublishedVersions } from '../../db/registry/registry-api.ts'
import { listScannedVersions } from '../../db/registry/registry-api-versions.ts'
import { findServer } from '../../db/registry/servers.ts'
import { mcpRegistrySearchLimits } from '../../db/registry/mcp-registry-search-limits.ts'
import type { ReceiptContext } from '../receipts/issue-receipts.ts'
import { registryApiNameOf, idOrSlugIn } from './registry-api-name.ts'
import { publishedRecords, versionRecords } from './registry-api-records.ts'
import type { RegistryApiRecord } from './registry-api-shape.ts'

/** Request for a server's versions. */
export interface VersionsAsked {
  readonly name: string
  /** `latest`, or a specific version. Undefined for all versions. */
  readonly version?: string | undefined
  /** True to include deleted versions. */
  readonly withDeleted: boolean
  readonly now: Date
}

/**
 * A server's versions, newest first, or the current name of a renamed server. Empty if the server or version does not
 * exist.
 */
export type VersionsFound = { readonly records: readonly RegistryApiRecord[] } | { readonly movedTo: string }

/** Returns a server's versions, by its name in a followed registry or its generated name. */
export async function findVersions(context: ReceiptContext, asked: VersionsAsked): Promise<VersionsFound> {
  const idOrSlug = idOrSlugIn(context.publicUrl, asked.name)
  const server = idOrSlug === undefined ? undefined : await findServer(context.db, idOrSlug)
  if (!server) return { records: await publishedVersions(context, asked) }
  if ('movedTo' in server) {
    const elder = await findServer(context.db, server.movedTo)
    return elder && !('movedTo' in elder) ? { movedTo: registryApiNameOf(context.publicUrl, elder) } : { records: [] }
  }
  const shown = await findRegistryApiServer(context.db, server.id)
  return { records: shown ? await ownVersions(context, shown, asked) : [] }
}

async function publishedVersions(
  context: ReceiptContext,
  { name, version, withDeleted, now }: VersionsAsked,
): Promise<RegistryApiRecord[]> {
  const isLatestAsked = version === 'latest'
  const found = await listPublishedVersions(context.db, name, {
    ...(!isLatestAsked && { version }),
    withDeleted,
    limit: isLatestAsked ? 1 : mcpRegistrySearchLimits.maxVersions,
  })
  return publishedRecords(context, found, now)
}

async function ownVersions(
  context: ReceiptContext,
  server: RegistryApiServer,
  { version, withDeleted, now }: VersionsAsked,
): Promise<RegistryApiRecord[]> {
  const current = server.version
  if (current === null || (server.status === 'removed' && !withDeleted)) return []
  if (version === 'latest' || version === current) return versionRecords(context, server, [current], now)
  const scanned = (await listScannedVersions(context.db, server, mcpRegistrySearchLimits.maxVersions)).map(
    (each) => each.version,
  )
  const others = [...new Set(scanned)].filter((each) => each !== current)
  if (version !== undefined) return others.includes(version) ? versionRecords(context, server, [version], now) : []
  return versionRecords(context, server, [current, ...others], now)
}
